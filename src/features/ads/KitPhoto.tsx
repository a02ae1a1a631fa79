import { useTranslation } from 'react-i18next';
import { CoverPicker } from '@/components/people/CoverPicker.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** Takes a cover of the brand's kit as the photo of an ad. */
export function KitPhoto({ onPhoto }: { onPhoto: (photoId: string) => void }) {
  const { t } = useTranslation('ads');
  const explain = useErrorText();
  const take = trpc.ads.photoFromKit.useMutation({ onSuccess: ({ photoId }) => onPhoto(photoId) });
  return (
    <>
      {take.error ? <Alert tone="problem">{explain(take.error)}</Alert> : null}
      <CoverPicker
        label={t('form.kit')}
        hint={t('form.kitHint')}
        none={t('form.kitNone')}
        nameOf={(n) => t('form.kitName', { n })}
        empty={t('form.kitEmpty')}
        toKit={t('form.toKit')}
        couldNotLoad={t('form.kitCouldNotLoad')}
        value={take.variables?.pictureId ?? null}
        onValue={(pictureId) => {
          if (pictureId) take.mutate({ pictureId });
        }}
      />
    </>
  );
}
