import { words as playerWords } from '#player/words/words.ts';

/** The words that a microsite says by itself. */
export type SiteWords = {
  listen: string;
  stop: string;
  programme: string;
  podcasts: string;
  episodes: string;
  people: string;
  contact: string;
  findUs: string;
  links: string;
  partners: string;
  pages: string;
  /** As players say them. */
  stations: string;
  recent: string;
  live: string;
  offAir: string;
  automatic: string;
  connecting: string;
  reconnecting: string;
  paused: string;
  unavailable: string;
  volume: string;
};

/**
 * The words in a language (BCP 47), and the language they are in: English where we don't speak it. Machine-made but for English: no
 * speaker has read them yet.
 */
export const siteWords = (language: string, podcasts: string): { words: SiteWords; language: string } => {
  const known = knownLanguage(language.toLowerCase());
  const [listen, stop, programme, series, episodes, people, contact, findUs, links, partners, pages] =
    own[known] ?? own['en']!;
  const player = playerWords[known] ?? playerWords.en;
  return {
    language: known,
    words: {
      ...{ listen: listen!, stop: stop!, programme: programme!, episodes: episodes!, people: people! },
      ...{ contact: contact!, findUs: findUs!, links: links!, partners: partners!, pages: pages! },
      podcasts: known === 'en' ? podcasts : series!,
      ...{ stations: player.stations, recent: player.history, live: player.live, offAir: player.offAir },
      ...{ automatic: player.automatic, connecting: player.connecting, reconnecting: player.reconnecting },
      ...{ paused: player.pausedByDevice, unavailable: player.unavailable, volume: player.volume },
    },
  };
};

// oxfmt-ignore
const own: Record<string, readonly string[]> = {
  en: ['Listen', 'Stop', 'Programme', 'Podcasts', 'Episodes', 'People', 'Contact', 'Find us', 'Links', 'Partners', 'Pages'],
  de: ['Anhören', 'Anhalten', 'Programm', 'Podcasts', 'Folgen', 'Team', 'Kontakt', 'Hier finden Sie uns', 'Links', 'Partner', 'Seiten'],
  fr: ['Écouter', 'Arrêter', 'Programme', 'Podcasts', 'Épisodes', 'Équipe', 'Contact', 'Nous trouver', 'Liens', 'Partenaires', 'Pages'],
  es: ['Escuchar', 'Detener', 'Programación', 'Pódcasts', 'Episodios', 'Equipo', 'Contacto', 'Encuéntranos', 'Enlaces', 'Socios', 'Páginas'],
  it: ['Ascolta', 'Ferma', 'Programma', 'Podcast', 'Episodi', 'Squadra', 'Contatti', 'Dove trovarci', 'Link', 'Partner', 'Pagine'],
  nl: ['Luisteren', 'Stoppen', 'Programma', 'Podcasts', 'Afleveringen', 'Team', 'Contact', 'Vind ons', 'Links', 'Partners', 'Pagina’s'],
  pt: ['Ouvir', 'Parar', 'Programação', 'Podcasts', 'Episódios', 'Equipa', 'Contacto', 'Encontre-nos', 'Ligações', 'Parceiros', 'Páginas'],
  'pt-BR': ['Ouvir', 'Parar', 'Programação', 'Podcasts', 'Episódios', 'Equipe', 'Contato', 'Encontre-nos', 'Links', 'Parceiros', 'Páginas'],
  pl: ['Słuchaj', 'Zatrzymaj', 'Ramówka', 'Podcasty', 'Odcinki', 'Zespół', 'Kontakt', 'Znajdź nas', 'Linki', 'Partnerzy', 'Strony'],
  sv: ['Lyssna', 'Stoppa', 'Program', 'Poddar', 'Avsnitt', 'Medarbetare', 'Kontakt', 'Hitta oss', 'Länkar', 'Partner', 'Sidor'],
  da: ['Lyt', 'Stop', 'Program', 'Podcasts', 'Afsnit', 'Medarbejdere', 'Kontakt', 'Find os', 'Links', 'Partnere', 'Sider'],
  nb: ['Lytt', 'Stopp', 'Program', 'Podkaster', 'Episoder', 'Medarbeidere', 'Kontakt', 'Finn oss', 'Lenker', 'Partnere', 'Sider'],
  fi: ['Kuuntele', 'Pysäytä', 'Ohjelma', 'Podcastit', 'Jaksot', 'Tekijät', 'Yhteystiedot', 'Löydä meidät', 'Linkit', 'Kumppanit', 'Sivut'],
  cs: ['Poslouchat', 'Zastavit', 'Program', 'Podcasty', 'Epizody', 'Tým', 'Kontakt', 'Najdete nás', 'Odkazy', 'Partneři', 'Stránky'],
  ca: ['Escolta', 'Atura', 'Programació', 'Pòdcasts', 'Episodis', 'Equip', 'Contacte', 'Troba’ns', 'Enllaços', 'Socis', 'Pàgines'],
  ro: ['Ascultă', 'Oprește', 'Program', 'Podcasturi', 'Episoade', 'Echipă', 'Contact', 'Ne găsiți', 'Linkuri', 'Parteneri', 'Pagini'],
  hu: ['Hallgatás', 'Leállítás', 'Műsor', 'Podcastok', 'Epizódok', 'Csapat', 'Kapcsolat', 'Elérhetőségeink', 'Linkek', 'Partnerek', 'Oldalak'],
  tr: ['Dinle', 'Durdur', 'Yayın akışı', 'Podcast’ler', 'Bölümler', 'Ekip', 'İletişim', 'Bizi bulun', 'Bağlantılar', 'Ortaklar', 'Sayfalar'],
  el: ['Ακρόαση', 'Διακοπή', 'Πρόγραμμα', 'Podcast', 'Επεισόδια', 'Ομάδα', 'Επικοινωνία', 'Βρείτε μας', 'Σύνδεσμοι', 'Συνεργάτες', 'Σελίδες'],
  ru: ['Слушать', 'Остановить', 'Программа', 'Подкасты', 'Выпуски', 'Команда', 'Контакты', 'Где нас найти', 'Ссылки', 'Партнёры', 'Страницы'],
  uk: ['Слухати', 'Зупинити', 'Програма', 'Подкасти', 'Випуски', 'Команда', 'Контакти', 'Де нас знайти', 'Посилання', 'Партнери', 'Сторінки'],
  ar: ['استمع', 'إيقاف', 'البرنامج', 'بودكاست', 'الحلقات', 'الفريق', 'اتصل بنا', 'تجدنا على', 'روابط', 'الشركاء', 'الصفحات'],
  he: ['האזנה', 'עצירה', 'לוח שידורים', 'פודקאסטים', 'פרקים', 'הצוות', 'יצירת קשר', 'איפה למצוא אותנו', 'קישורים', 'שותפים', 'עמודים'],
  ja: ['聴く', '停止', '番組表', 'ポッドキャスト', 'エピソード', '出演者', 'お問い合わせ', '公式アカウント', 'リンク', 'パートナー', 'ページ'],
  'zh-Hans': ['收听', '停止', '节目表', '播客', '单集', '团队', '联系我们', '关注我们', '链接', '合作伙伴', '页面'],
};

const names = new Map(Object.keys(own).map((name) => [name.toLowerCase(), name]));
const aliases: Record<string, string> = {
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  zh: 'zh-Hans',
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
};

/** The nearest language with words: `de-AT` has those of `de`. */
const knownLanguage = (tag: string): string => {
  if (tag === '') return 'en';
  return names.get(tag) ?? aliases[tag] ?? knownLanguage(tag.slice(0, Math.max(0, tag.lastIndexOf('-'))));
};
