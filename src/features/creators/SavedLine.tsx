import { useTranslation } from 'react-i18next';
import type { DraftState, ProfileDraftSaver } from '@/features/creators/use-profile-draft.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { appError } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Where the typed text is: on its way, kept as a draft, or in the profile alone. */
export function SavedLine({ saver, published }: { saver: ProfileDraftSaver; published: boolean }) {
  const { t } = useTranslation('creators');
  const format = useFormat();
  const explain = useErrorText();
  const { state } = saver;
  if (state.kind === 'conflict')
    return (
      <Alert
        tone="caution"
        title={t('saving.conflictTitle')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => void saver.takeTheirs()}>
              {t('saving.takeTheirs')}
            </Button>
            <Button size="small" onClick={() => void saver.keepMine()}>
              {t('saving.keepMine')}
            </Button>
          </div>
        }
      >
        {t('saving.conflictText')}
      </Alert>
    );
  const text = (of: DraftState): string => {
    if (of.kind === 'saving') return t('saving.saving');
    if (of.kind === 'saved')
      return t(published ? 'saving.savedPublished' : 'saving.saved', { time: format.time(of.at) });
    if (of.kind === 'failed') return appError(of.error) ? explain(of.error) : t('saving.failed');
    return t('saving.idle');
  };
  return (
    <p
      role="status"
      className={state.kind === 'failed' ? 'text-sm text-destructive' : 'text-sm text-muted-foreground'}
      data-slot="draft-state"
    >
      {text(state)}
    </p>
  );
}
