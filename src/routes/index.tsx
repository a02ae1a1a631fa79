import { createFileRoute } from '@tanstack/react-router';
import { Welcome } from '@/features/welcome/Welcome.tsx';

export const Route = createFileRoute('/')({ component: Welcome });
