import nav from '../../../../locales/en/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/en/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
