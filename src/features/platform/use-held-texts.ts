import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/trpc.ts';

const REFRESH_MS = 60_000;

export const heldPage = (after?: string) =>
  api.moderation.held.queryOptions({ limit: 10, ...(after ? { after } : {}) });

/** The first page of the texts that wait. */
export const useHeldTexts = () => useQuery({ ...heldPage(), refetchInterval: REFRESH_MS });
