import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import { api, queryClient } from '@/lib/trpc.ts';

/** Saves of this page that have no answer yet. */
const saving = new Map<string, Promise<unknown>>();
/** Drafts whose form is on the screen: it keeps the newest version in the cache itself. */
const shown = new Set<string>();

export function trackSave(campaignId: string, save: Promise<unknown>): void {
  const all = Promise.allSettled([saving.get(campaignId), save]);
  saving.set(campaignId, all);
  void all.then(() => {
    if (saving.get(campaignId) === all) saving.delete(campaignId);
  });
}

/** The form of this draft is on the screen from now on; the answer ends that. */
export function showDraft(campaignId: string): () => void {
  shown.add(campaignId);
  return () => void shown.delete(campaignId);
}

/**
 * The draft as a form may begin with it: as the server has it now, with the saves that this page still has on their way.
 * An older version would put an old text in the form and be a conflict with oneself on the first save.
 */
export async function openDraft(campaignId: string): Promise<CampaignDraft> {
  const options = api.campaigns.draft.queryOptions({ campaignId });
  if (shown.has(campaignId)) return queryClient.ensureQueryData(options);
  await saving.get(campaignId);
  return queryClient.fetchQuery({ ...options, staleTime: 0 });
}
