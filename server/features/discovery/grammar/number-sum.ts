import type { NumberWord } from './number-lexicon.ts';

export interface Atom extends NumberWord {
  /** "and" is written together with it. */
  joined: boolean;
  /** Dozens and tens are counted: "two dozen", "trois dizaines". */
  counted: boolean;
}

/** Adds up what is read, part by part. */
export class Sum {
  total = 0;
  below = 0;
  last = Number.POSITIVE_INFINITY;
  parts = 0;
  private units = false;

  copy(): Sum {
    return Object.assign(new Sum(), this);
  }

  get value(): number {
    return this.total + this.below;
  }

  /** False when the part begins another number. */
  take(
    { kind, value, joined = false, counted = false }: NumberWord & Partial<Atom>,
    language: { french: boolean; arabic: boolean },
  ): boolean {
    if (kind === 'add') {
      if (!this.add(value, { ...language, joined, counted })) return false;
    } else if (kind === 'hundred') {
      if (this.below >= 100 || (this.below > 0 && this.below !== Math.trunc(this.below))) return false;
      this.below = (this.below || 1) * 100;
    } else if (kind === 'times') {
      if (this.below === 0 && this.total > 0) {
        if (this.last >= value) return false;
        this.total *= value;
      } else if (value === 1e6 && this.last === 1000 && this.below > 0) {
        // "Mil doscientos millones".
        this.total = this.value * value;
      } else {
        if (value >= this.last) return false;
        this.total += (this.below || 1) * value;
      }
      this.below = 0;
      this.last = value;
    } else if (kind === 'fixed') {
      if (this.below > 0 || value >= this.last) return false;
      this.total += value;
      this.last = value >= 1e6 ? 1e6 : 1e3;
    } else return false;
    this.units = kind === 'add' && value < 10;
    this.parts += 1;
    return true;
  }

  private add(
    value: number,
    { french, arabic, joined, counted }: { french: boolean; arabic: boolean; joined: boolean; counted: boolean },
  ): boolean {
    const rest = this.below % 100;
    if (this.parts > 0 && this.value === 0) return false;
    if (this.below === 0) this.below = value;
    else if (french && rest === 4 && value === 20) this.below += 76;
    else if (french && (rest === 60 || rest === 80) && value >= 10 && value < 20) this.below += value;
    else if (french && rest === 10 && value >= 7 && value < 10) this.below += value;
    else if (counted && this.units) this.below *= value;
    else if (arabic && !joined && this.units && rest < 10 && value === 10) this.below += 10;
    else if (arabic && rest < 10 && rest > 0 && value >= 20 && value < 100) this.below += value;
    else if (value < 100 && this.below >= 100 && rest === 0) this.below += value;
    else if (value < 10 && rest >= 20 && rest % 10 === 0) this.below += value;
    else return false;
    return true;
  }

  half(part = 0.5): void {
    if (this.below > 0 || this.last === Number.POSITIVE_INFINITY) this.below += part;
    else this.total += part * this.last;
    this.parts += 1;
  }
}
