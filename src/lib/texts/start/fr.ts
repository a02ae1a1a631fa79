import nav from '../../../../locales/fr/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/fr/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
