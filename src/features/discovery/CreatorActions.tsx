import { Link, useNavigate } from '@tanstack/react-router';
import { Ban, Columns3, Send, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import { RepresentCreator } from '@/components/creators/RepresentCreator.tsx';
import { SaveCreator } from '@/components/creators/SaveCreator.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';

/** What can be done with a result: save, compare, hide from each other; a brand invites to a campaign, an agency to its roster. */
export function CreatorActions({
  creator,
  compact = false,
  onCompare,
}: {
  creator: FoundCreator;
  /** The invitation is in the menu, the offer to represent a mark. */
  compact?: boolean;
  onCompare: () => void;
}) {
  const { t } = useTranslation('discovery');
  const navigate = useNavigate();
  const { persona } = useSessionFacts();
  const permitted = usePermitted('offer.negotiate');
  const refresh = () => Promise.all([api.discovery.search.invalidate(), api.discovery.map.invalidate()]);
  const unblock = trpc.discovery.unblock.useMutation({
    onSuccess: refresh,
    onError: (error) => void toastError(error),
  });
  const block = trpc.discovery.block.useMutation({
    onSuccess: async () => {
      await refresh();
      await toast('success', t('block.done', { name: creator.name }), {
        description: t('block.effect'),
        action: { label: t('block.undo'), onClick: () => unblock.mutate({ orgId: creator.orgId }) },
      });
    },
    onError: (error) => void toastError(error),
  });
  const mayInvite = persona === 'brand' && permitted === true;
  return (
    <>
      <SaveCreator orgId={creator.orgId} name={creator.name} size="small" compact />
      <RepresentCreator handle={creator.handle} name={creator.name} size="small" compact={compact} />
      {mayInvite && !compact ? (
        <Button asChild size="small">
          <Link
            to="/collaboration-request/new"
            search={{ creator: creator.orgId }}
            aria-label={t('inviteName', { name: creator.name })}
          >
            {t('invite')}
          </Link>
        </Button>
      ) : null}
      <ActionMenu
        label={t('actionsFor', { name: creator.name })}
        items={[
          {
            id: 'profile',
            label: t('openProfile'),
            icon: UserRound,
            onSelect: () => void navigate({ to: '/creator/$handle', params: { handle: creator.handle } }),
          },
          ...(mayInvite && compact
            ? [
                {
                  id: 'invite',
                  label: t('invite'),
                  icon: Send,
                  onSelect: () =>
                    void navigate({ to: '/collaboration-request/new', search: { creator: creator.orgId } }),
                },
              ]
            : []),
          { id: 'compare', label: t('compare.add'), icon: Columns3, onSelect: onCompare },
          {
            id: 'block',
            label: t('block.act'),
            icon: Ban,
            hint: t('block.effect'),
            destructive: true,
            onSelect: () => block.mutate({ orgId: creator.orgId }),
          },
        ]}
      />
    </>
  );
}
