import { useTranslation } from 'react-i18next';
import type { MilestonePost } from '../../../server/features/publications/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const NETWORKS = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const;

/** The link of a milestone's live post. */
export function PostForm({ milestone, onClose }: { milestone: MilestonePost; onClose: () => void }) {
  const { t } = useTranslation('publications');
  const { t: terms } = useTranslation('terms');
  const { t: common } = useTranslation();
  const save = trpc.publications.save.useMutation();
  const form = useAppForm<{ url: string }, { url: string }>({
    schema: () => import('@/components/publications/checks.ts').then((checks) => checks.postForm),
    defaultValues: { url: milestone.post?.url ?? '' },
  });
  const networks = milestone.platforms
    .map((platform) => (platform === 'blog' ? terms('platform.blog') : NETWORKS[platform]))
    .join(', ');
  return (
    <Form
      form={form}
      draft={`post-link.${milestone.milestoneId}`}
      pending={save.isPending}
      submitError={save.error}
      onSubmit={async ({ url }) => {
        await save.mutateAsync({
          milestoneId: milestone.milestoneId,
          url,
          version: milestone.post?.version ?? null,
        });
        void toast('success', t('done.saved'));
        await api.publications.invalidate();
        onClose();
      }}
    >
      <TextField
        control={form.control}
        name="url"
        label={t('field.link')}
        hint={t('field.hint', { networks })}
        inputMode="url"
        maxLength={500}
        ltr
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={save.isPending}>
          {t('act.save')}
        </Button>
        <Button variant="quiet" aria-disabled={save.isPending || undefined} onClick={onClose}>
          {common('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}
