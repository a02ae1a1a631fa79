import nav from '../../../locales/pt/nav.json';

export const start = { nav };
export const bundles = import.meta.glob<Record<string, unknown>>(['/locales/pt/*.json', '!/locales/pt/nav.json'], {
  import: 'default',
});
