import nav from '../../../locales/it/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(['/locales/it/*.json', '!/locales/it/nav.json'], {
  import: 'default',
});
