import { useEffect, useState } from 'react';
import type { Operator } from '../../../server/core/operator.ts';
import { plainQuery } from '@/lib/plain-query.ts';

export interface OperatorAnswer {
  operator: Operator | null;
  failed: boolean;
  retry(): void;
}

/** Who operates this installation, from its settings. */
export function useOperator(): OperatorAnswer {
  const [operator, setOperator] = useState<Operator | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    setFailed(false);
    void plainQuery<Operator>('policies.operator')
      .then((found) => here && setOperator(found))
      .catch(() => here && setFailed(true));
    return () => {
      here = false;
    };
  }, [attempt]);
  return { operator, failed, retry: () => setAttempt((count) => count + 1) };
}
