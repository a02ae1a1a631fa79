import { useEffect, useState } from 'react';
import { readAnswer } from '../../server/core/wire.ts';

/** One query of the API by plain HTTP, for pages that do not load its client. */
export async function plainQuery<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`/api/trpc/${path}`, { credentials: 'same-origin' });
  const { result } = (await response.json()) as { result: { data: unknown } };
  return readAnswer<Answer>(result.data);
}

/** The answer once it has come; null before, and after a failure: for parts that a page is complete without. */
export function usePlainQuery<Answer>(path: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let here = true;
    void plainQuery<Answer>(path)
      .then((found) => here && setAnswer(found))
      .catch(() => {});
    return () => {
      here = false;
    };
  }, [path]);
  return answer;
}
