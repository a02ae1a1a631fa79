import { createFileRoute } from '@tanstack/react-router';
import { ContactAnswerPage } from '@/features/outreach/ContactAnswerPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

interface ContactSearch {
  /** Language of the message, which the page starts in. */
  lang?: string | undefined;
}

export const Route = createFileRoute('/_public/p/contact/$token')({
  validateSearch: (raw: RawSearch): ContactSearch => ({ lang: text(raw['lang'], 5) }),
  loader: () => loadTexts('outreach'),
  component: ContactAnswer,
});

function ContactAnswer() {
  const { token } = Route.useParams();
  return <ContactAnswerPage token={token} />;
}
