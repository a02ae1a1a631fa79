import type { BulkRow } from '../../../server/features/campaigns/schema.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** Shortlists and declines one or many; the caller shows failures row by row. */
export function useApplicantActs(onRows: (rows: BulkRow[]) => void) {
  const done = {
    onSuccess: async (rows: BulkRow[]) => {
      await api.campaigns.invalidate();
      onRows(rows);
    },
  };
  return {
    shortlist: trpc.campaigns.shortlist.useMutation(done),
    decline: trpc.campaigns.declineApplications.useMutation(done),
  };
}
