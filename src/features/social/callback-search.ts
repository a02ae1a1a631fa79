import { flag, text, type RawSearch } from '@/lib/search.ts';

/** What a network put into the address; `resume`: after a sign-in here, with what the server kept. */
export interface CallbackSearch {
  error?: string;
  code?: string;
  state?: string;
  resume?: true;
}

export function readCallback(raw: RawSearch): CallbackSearch {
  const error = text(raw['error']);
  const code = text(raw['code'], 2_000);
  const state = text(raw['state']);
  const resume = flag(raw['resume']);
  return {
    ...(error ? { error } : {}),
    ...(code ? { code } : {}),
    ...(state ? { state } : {}),
    ...(resume ? { resume } : {}),
  };
}
