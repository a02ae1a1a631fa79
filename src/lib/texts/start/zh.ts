import nav from '../../../../locales/zh/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(
  '/locales/zh/{common,consent,errors,install,landing}.json',
  {
    import: 'default',
  },
);
