import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { openDraft } from '@/features/campaigns/opened-drafts.ts';
import { type Step, STEP_NAMES } from '@/features/campaigns/steps.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { oneOf, type RawSearch, text } from '@/lib/search.ts';
import { Alert } from '@/ui/alert.tsx';

interface WizardSearch {
  /** The draft; a new one is created with the first input. */
  id?: string | undefined;
  step?: Step | undefined;
}

// The largest form of all; it is loaded in parallel with the draft, and the frame does not wait for it.
const wizard = () => import('@/features/campaigns/CampaignWizard.tsx');
const CampaignWizard = lazyNamed(wizard, 'CampaignWizard');

export const Route = createFileRoute('/_app/post-influencer-campaign')({
  validateSearch: (raw: RawSearch): WizardSearch => ({
    id: text(raw['id'], 36),
    step: oneOf(raw['step'], STEP_NAMES),
  }),
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
  const { t } = useTranslation('campaigns');
  useErrorText();
  const can = usePermitted('campaign.edit');
  if (can !== true) {
    return (
      <>
        <PageHeader title={draft?.title || t('wizard.titleNew')} />
        <Alert tone="note" className="mt-5">
          {codeText(can)}
        </Alert>
      </>
    );
  }
  return <CampaignWizard draft={draft} step={step ?? (draft ? (STEP_NAMES[draft.step - 1] ?? 'goal') : 'goal')} />;
}
