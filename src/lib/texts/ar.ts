import nav from '../../../locales/ar/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(['/locales/ar/*.json', '!/locales/ar/nav.json'], {
  import: 'default',
});
