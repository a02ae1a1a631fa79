import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreatorAvatar } from '@/components/people/Party.tsx';
import { squarePicture } from '@/features/profile/square-picture.ts';
import type { Session } from '@/lib/auth.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { uploadFile, UploadError } from '@/lib/upload.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';

/** The user's picture: cropped and redrawn here, so that no camera metadata leaves the device. */
export function AvatarField({ session }: { session: Session }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const router = useRouter();
  // The frame shows the picture too; it reads the session from the route.
  const refresh = async () => {
    await api.accounts.session.invalidate();
    await router.invalidate();
  };
  const remove = trpc.privacy.removeAvatar.useMutation({ onSuccess: refresh });
  const take = async ([file]: File[]) => {
    if (!file) return;
    setSending(true);
    setProblem(null);
    try {
      const picture = await squarePicture(file).catch(() => null);
      if (!picture) {
        setProblem(t('avatar.unreadable'));
        return;
      }
      await uploadFile('/api/avatar', picture, { headers: { 'content-type': picture.type } });
      await refresh();
    } catch (error) {
      setProblem(
        error instanceof UploadError && error.shape
          ? codeText(error.shape.code, error.shape.data)
          : t('avatar.notSent'),
      );
    } finally {
      setSending(false);
    }
  };
  const failure = problem ?? (remove.error ? explain(remove.error) : null);
  return (
    <div className="grid gap-3">
      {failure ? <Alert tone="problem">{failure}</Alert> : null}
      <div className="flex flex-wrap items-center gap-4">
        <CreatorAvatar size="xl" name={session.name} seed={session.name} src={session.avatarUrl} />
        <FileDrop
          accept="image/*"
          disabled={sending}
          prompt={session.avatarUrl ? t('avatar.change') : t('avatar.choose')}
          hint={t('avatar.hint')}
          onFiles={(files) => void take(files)}
          className="min-w-0 grow"
        />
      </div>
      {session.avatarUrl ? (
        <div>
          <Button variant="quiet" pending={remove.isPending} onClick={() => remove.mutate()}>
            {t('avatar.remove')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
