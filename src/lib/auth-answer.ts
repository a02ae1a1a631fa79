export interface AuthAnswer {
  message: string;
  code: string | null;
  attemptsRemaining: number | null;
}

/** Parses a refusal of the account service; every field may be missing. */
export function codeOfAnswer(body: unknown): AuthAnswer {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const nested =
    typeof answer['error'] === 'object' && answer['error'] !== null
      ? (answer['error'] as Record<string, unknown>)
      : answer;
  const data =
    typeof nested['data'] === 'object' && nested['data'] !== null
      ? (nested['data'] as Record<string, unknown>)
      : nested;
  const remaining = data['attemptsRemaining'] ?? data['remaining'];
  return {
    message: typeof nested['message'] === 'string' ? nested['message'] : '',
    code: typeof nested['code'] === 'string' ? nested['code'] : null,
    attemptsRemaining: typeof remaining === 'number' ? remaining : null,
  };
}
