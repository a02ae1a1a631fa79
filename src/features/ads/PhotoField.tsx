import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { widePicture } from '@/features/ads/wide-picture.ts';
import { codeText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { uploadFile, UploadError } from '@/lib/upload.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';

const KitPhoto = lazyNamed(() => import('@/features/ads/KitPhoto.tsx'), 'KitPhoto');

export interface PhotoFieldProps {
  /** A brand may take a cover of its kit. */
  hasKit: boolean;
  photoId: string | null;
  onPhoto: (photoId: string | null) => void;
}

export const photoUrl = (photoId: string | null): string | null => (photoId ? inOrg(`/files/ads/${photoId}`) : null);

/** One photo, redrawn here, so that no camera metadata leaves the device. */
export function PhotoField({ photoId, onPhoto, hasKit }: PhotoFieldProps) {
  const { t } = useTranslation('ads');
  const { t: common } = useTranslation();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setSending(true);
    setProblem(null);
    try {
      const picture = await widePicture(file).catch(() => null);
      if (!picture) {
        setProblem(t('form.photoUnreadable'));
        return;
      }
      const sent = await uploadFile<{ photoId: string }>('/api/ad-photos', picture, {
        headers: { 'content-type': picture.type },
      });
      onPhoto(sent.photoId);
    } catch (error) {
      setProblem(
        error instanceof UploadError && error.shape
          ? codeText(error.shape.code, error.shape.data)
          : t('form.photoNotSent'),
      );
    } finally {
      setSending(false);
    }
  };
  const url = photoUrl(photoId);
  return (
    <div role="group" aria-label={t('form.photo')} className="grid gap-2">
      <p className="text-sm leading-4.5 font-medium">
        {t('form.photo')} <span className="text-xs font-normal text-muted-foreground">{common('form.optional')}</span>
      </p>
      {problem ? <Alert tone="problem">{problem}</Alert> : null}
      <div className="flex flex-wrap items-center gap-3">
        {url ? <img src={url} alt="" className="h-16 w-24 rounded-md border border-border object-cover" /> : null}
        <FileDrop
          accept="image/*"
          compact
          disabled={sending}
          prompt={url ? t('form.photoChange') : t('form.photoChoose')}
          onFiles={(files) => void take(files)}
          className="min-w-0 grow"
        />
      </div>
      {hasKit && !url ? (
        <Suspense fallback={null}>
          <KitPhoto onPhoto={onPhoto} />
        </Suspense>
      ) : null}
      {url ? (
        <div>
          <Button variant="quiet" onClick={() => onPhoto(null)}>
            {t('form.photoRemove')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
