import { type DiscoverySearch, readDiscoverySearch } from '@/features/discovery/discovery-search.ts';
import { flag, oneOf, type RawSearch, text } from '@/lib/search.ts';

/** One character more than a sentence may have, so that a longer one is refused instead of cut. */
const KEPT_LENGTH = 401;

/** A question, and its filters once they were changed: until then they are those that the question was read as. */
export interface AskSearch extends Omit<DiscoverySearch, 'view' | 'compare'> {
  q?: string | undefined;
  /** The filters of the address hold, not those of the question. */
  edited?: true | undefined;
  /** The results as a table; as cards if it is left out. */
  view?: 'table' | undefined;
  /** Only results of the discovery are compared. */
  compare?: undefined;
}

export function readAskSearch(raw: RawSearch): AskSearch {
  const { view: _view, compare: _compare, ...filters } = readDiscoverySearch(raw);
  const edited = flag(raw['edited']);
  return {
    ...(edited ? filters : Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
    q: text(raw['q'], KEPT_LENGTH)?.trim() || undefined,
    view: oneOf(raw['view'], ['table'] as const),
    compare: undefined,
    edited,
  };
}
