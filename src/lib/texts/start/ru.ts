import nav from '../../../../locales/ru/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/ru/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
