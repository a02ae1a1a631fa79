import { createFileRoute } from '@tanstack/react-router';
import { VerifyFilePage } from '@/features/contracts/VerifyFilePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/p/verify')({
  loader: () => loadTexts('contracts'),
  component: VerifyFilePage,
});
