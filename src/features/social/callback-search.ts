import { flag, text, type RawSearch } from '@/lib/search.ts';

/** What a network put into the address; `resume`: after a sign-in here, with what the server kept. */
export interface CallbackSearch {
  error?: string | undefined;
  code?: string | undefined;
  state?: string | undefined;
  resume?: true | undefined;
}

export function readCallback(raw: RawSearch): CallbackSearch {
  return {
    error: text(raw['error']),
    code: text(raw['code'], 2_000),
    state: text(raw['state']),
    resume: flag(raw['resume']),
  };
}
