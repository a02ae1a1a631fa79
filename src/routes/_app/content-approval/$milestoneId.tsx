import { createFileRoute } from '@tanstack/react-router';
import { ReviewRoom } from '@/features/content/ReviewRoom.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, wholeNumber } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/content-approval/$milestoneId')({
  staticData: { frame: 'focus' },
  validateSearch: (raw: RawSearch): { version?: number | undefined } => ({
    version: wholeNumber(raw['version'], { min: 1, max: 1000 }),
  }),
  loader: ({ params }) => {
    void queryClient.prefetchQuery(api.content.review.queryOptions({ milestoneId: params.milestoneId }));
    return loadTexts('content', 'brief', 'deals', 'money');
  },
  component: Room,
});

function Room() {
  const { milestoneId } = Route.useParams();
  const { version } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReviewRoom
      milestoneId={milestoneId}
      version={version}
      onVersion={(next) => void navigate({ search: { version: next }, replace: true })}
    />
  );
}
