import { createFileRoute } from '@tanstack/react-router';
import { PublicOutlet } from '@/components/page/PublicOutlet.tsx';

/** Public pages that use the API: portals, codes. The start page is not beneath it and has no API client. */
export const Route = createFileRoute('/_public')({
  beforeLoad: async () => (await import('@/lib/i18n.ts')).loadTexts('common'),
  component: PublicOutlet,
});
