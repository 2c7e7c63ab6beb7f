import type { PlayerWords } from '#contract/rules/player-words.ts';
import { en } from './en.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { ptBr } from './pt-BR.ts';
import { pl } from './pl.ts';
import { sv } from './sv.ts';
import { da } from './da.ts';
import { nb } from './nb.ts';
import { fi } from './fi.ts';
import { cs } from './cs.ts';
import { ca } from './ca.ts';
import { ro } from './ro.ts';
import { hu } from './hu.ts';
import { tr } from './tr.ts';
import { el } from './el.ts';
import { ru } from './ru.ts';
import { uk } from './uk.ts';
import { ar } from './ar.ts';
import { he } from './he.ts';
import { ja } from './ja.ts';
import { zhHans } from './zh-Hans.ts';
import { sk } from './sk.ts';
import { bg } from './bg.ts';
import { et } from './et.ts';
import { lv } from './lv.ts';
import { lt } from './lt.ts';
import { hr } from './hr.ts';
import { sl } from './sl.ts';
import { sr } from './sr.ts';
import { fa } from './fa.ts';
import { ur } from './ur.ts';
import { hi } from './hi.ts';
import { bn } from './bn.ts';
import { id } from './id.ts';
import { vi } from './vi.ts';
import { th } from './th.ts';
import { ko } from './ko.ts';
import { zhHant } from './zh-Hant.ts';

/** What embedded players say, by language (BCP 47). All of `playerLanguages` (contract/rules/player-languages.ts). */
export const words: Record<string, PlayerWords> & { en: PlayerWords } = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  'pt-BR': ptBr,
  pl,
  sv,
  da,
  nb,
  fi,
  cs,
  ca,
  ro,
  hu,
  tr,
  el,
  ru,
  uk,
  ar,
  he,
  ja,
  'zh-Hans': zhHans,
  sk,
  bg,
  et,
  lv,
  lt,
  hr,
  sl,
  sr,
  fa,
  ur,
  hi,
  bn,
  id,
  vi,
  th,
  ko,
  'zh-Hant': zhHant,
};
