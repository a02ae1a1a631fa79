import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import { api, queryClient } from '@/lib/trpc.ts';

/** Saves of this page without an answer yet. */
const saving = new Map<string, Promise<unknown>>();
/** Drafts whose form is mounted: it writes the newest version to the cache itself. */
const shown = new Set<string>();

export function trackSave(campaignId: string, save: Promise<unknown>): void {
  const all = Promise.allSettled([saving.get(campaignId), save]);
  saving.set(campaignId, all);
  void all.then(() => {
    if (saving.get(campaignId) === all) saving.delete(campaignId);
  });
}

/** Registers that the form of this draft is mounted; the returned function ends it. */
export function showDraft(campaignId: string): () => void {
  shown.add(campaignId);
  return () => void shown.delete(campaignId);
}

/**
 * The draft for a form's first values: the server's current version, after the pending saves of this page. An older
 * version would show an old text and cause a conflict at the first save.
 */
export async function openDraft(campaignId: string): Promise<CampaignDraft> {
  const options = api.campaigns.draft.queryOptions({ campaignId });
  if (shown.has(campaignId)) return queryClient.ensureQueryData(options);
  await saving.get(campaignId);
  return queryClient.fetchQuery({ ...options, staleTime: 0 });
}
