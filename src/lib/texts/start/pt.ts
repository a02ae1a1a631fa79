import nav from '../../../../locales/pt/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/pt/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
