import { useRef, useState } from 'react';

export interface CallOptions<Input, Answer> {
  call: (input: Input) => Promise<Answer>;
  /** The call is pending until it has run. */
  onSuccess?: (answer: Answer, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => unknown;
}

/**
 * One act of a page that does not load the query client, with the names of its mutations. Without a connection it waits
 * for one, as they do.
 */
export function useCall<Input = void, Answer = unknown>(options: CallOptions<Input, Answer>) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(options);
  latest.current = options;
  async function run(input: Input): Promise<void> {
    setPending(true);
    setError(null);
    try {
      if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      const answer = await latest.current.call(input);
      await latest.current.onSuccess?.(answer, input);
    } catch (failure) {
      setError(failure);
      await latest.current.onError?.(failure, input);
    } finally {
      setPending(false);
    }
  }
  return { isPending, error, mutate: (input: Input) => void run(input), reset: () => setError(null) };
}
