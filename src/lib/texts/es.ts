import nav from '../../../locales/es/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(['/locales/es/*.json', '!/locales/es/nav.json'], {
  import: 'default',
});
