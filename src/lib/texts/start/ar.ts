import nav from '../../../../locales/ar/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/ar/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
