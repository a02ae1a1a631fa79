import { HeroAsk } from '@/features/welcome/HeroAsk.tsx';
import { HeroDealCard } from '@/features/welcome/HeroDealCard.tsx';

/** Over the photograph: the request, and the deal that followed. */
export function HeroPicture() {
  return (
    <div className="absolute inset-x-0 bottom-6 grid gap-2.5 max-md:top-7 max-md:content-between md:start-[-6px] md:end-5 md:bottom-3 lg:start-[-56px] lg:end-auto lg:w-[436px]">
      <HeroAsk className="w-full" />
      <HeroDealCard className="shadow-overlay" />
    </div>
  );
}
