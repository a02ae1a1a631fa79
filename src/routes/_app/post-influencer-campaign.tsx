import { createFileRoute } from '@tanstack/react-router';
import { openDraft } from '@/features/campaigns/opened-drafts.ts';
import { type Step, STEP_NAMES } from '@/features/campaigns/steps.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';
import { oneOf, type RawSearch, text } from '@/lib/search.ts';

interface WizardSearch {
  /** The draft; a new one begins with the first thing typed. */
  id?: string;
  step?: Step;
}

// The form is the heaviest of all; it is fetched beside the draft, and the frame does not wait for it.
const wizard = () => import('@/features/campaigns/CampaignWizard.tsx');
const CampaignWizard = lazy(() => wizard().then((module) => ({ default: module.CampaignWizard })));

export const Route = createFileRoute('/_app/post-influencer-campaign')({
  validateSearch: (raw: RawSearch): WizardSearch => {
    const id = text(raw['id'], 36);
    const step = oneOf(raw['step'], STEP_NAMES);
    return { ...(id ? { id } : {}), ...(step ? { step } : {}) };
  },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ deps: { id } }) => {
    void wizard();
    const [draft] = await Promise.all([id ? openDraft(id) : null, loadTexts('campaigns', 'terms', 'billing')]);
    return { draft };
  },
  component: PostCampaign,
});

function PostCampaign() {
  const { draft } = Route.useLoaderData();
  const { step } = Route.useSearch();
  return <CampaignWizard draft={draft} step={step ?? (draft ? (STEP_NAMES[draft.step - 1] ?? 'goal') : 'goal')} />;
}
