import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_COVERS, type PictureKind } from '../../../server/features/brands/rules.ts';
import type { BrandPicture, BrandProfile } from '../../../server/features/brands/schema.ts';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { sendPicture, UnreadablePicture } from '@/features/brands/send-picture.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { UploadError } from '@/lib/upload.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';

/** Logo and covers: each is stored as soon as it is chosen. */
export function PictureKit({ profile, orgId, mayEdit }: { profile: BrandProfile; orgId: string; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const explain = useErrorText();
  const [sending, setSending] = useState<PictureKind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = trpc.brands.removePicture.useMutation({ onSettled: () => api.brands.invalidate() });
  const { logo, covers } = profile.kit;
  const take = async (kind: PictureKind, files: File[]) => {
    setProblem(null);
    setSending(kind);
    try {
      for (const file of files) await sendPicture(kind, file);
      void toast('success', t(kind === 'logo' ? 'kit.logoSaved' : 'kit.coverSaved'));
    } catch (error) {
      if (error instanceof UploadError && error.shape) setProblem(codeText(error.shape.code, error.shape.data));
      else setProblem(t(error instanceof UnreadablePicture ? 'kit.unreadable' : 'kit.notSent'));
    } finally {
      setSending(null);
      await api.brands.invalidate();
    }
  };
  const removing = (picture: BrandPicture) => remove.isPending && remove.variables.pictureId === picture.id;
  return (
    <section id="kit" aria-labelledby="kit-title" className="grid scroll-mt-20 gap-3">
      <h2 id="kit-title" className="heading-section">
        {t('kit.title')}
      </h2>
      {problem ? <Alert tone="problem">{problem}</Alert> : null}
      {remove.error ? <Alert tone="problem">{explain(remove.error)}</Alert> : null}
      <div className="flex items-center gap-3">
        <OrgAvatar {...faceOf({ name: profile.name, orgId, avatarUrl: logo?.url ?? null })} size="xl" />
        <div className="min-w-0 grow">
          <h3 className="heading-item">{t('kit.logo')}</h3>
          <p className="text-sm text-muted-foreground">{t('kit.logoHint')}</p>
        </div>
        {logo && mayEdit ? (
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('kit.removeLogo')}
            pending={removing(logo)}
            onClick={() => remove.mutate({ pictureId: logo.id })}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      {mayEdit ? (
        <FileDrop
          accept="image/*"
          compact
          disabled={sending !== null}
          prompt={t(logo ? 'kit.changeLogo' : 'kit.addLogo')}
          onFiles={(files) => void take('logo', files.slice(0, 1))}
        />
      ) : null}
      <h3 className="heading-item mt-2">{t('kit.covers', { n: covers.length, max: MAX_COVERS })}</h3>
      <p className="-mt-2 text-sm text-muted-foreground">{t('kit.coversHint')}</p>
      {covers.length > 0 ? (
        <ul className="grid grid-cols-2 gap-2">
          {covers.map((cover, index) => (
            <li key={cover.id} className="relative">
              <img
                src={cover.url}
                alt={t('kit.cover', { n: index + 1 })}
                className="aspect-[3/2] w-full rounded-md border border-border object-cover"
              />
              {mayEdit ? (
                <Button
                  size="icon"
                  className="absolute end-1 top-1"
                  aria-label={t('kit.removeCover', { n: index + 1 })}
                  pending={removing(cover)}
                  onClick={() => remove.mutate({ pictureId: cover.id })}
                >
                  <Trash2 aria-hidden />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayEdit && covers.length < MAX_COVERS ? (
        <FileDrop
          accept="image/*"
          multiple
          compact
          disabled={sending !== null}
          prompt={t('kit.addCover')}
          onFiles={(files) => void take('cover', files)}
        />
      ) : null}
    </section>
  );
}
