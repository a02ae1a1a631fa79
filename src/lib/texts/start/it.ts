import nav from '../../../../locales/it/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/it/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
