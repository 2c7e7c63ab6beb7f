const language = (): string => document.documentElement.lang;

/** Shows times (`data-clock`) and days (`data-day`) of a part of the page in the reader's time zone. */
export const localTimes = (part: ParentNode): void => {
  const clock = format({ hour: '2-digit', minute: '2-digit' });
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  for (const [name, text] of [['clock', clock] as const, ['day', day] as const])
    for (const time of part.querySelectorAll<HTMLTimeElement>(`time[data-${name}]`))
      time.textContent = text.format(new Date(time.dateTime));
  for (const note of part.querySelectorAll<HTMLElement>('[data-zone]')) note.textContent = note.dataset['zone'] ?? '';
};

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = language();
  try {
    return new Intl.DateTimeFormat(locale === 'en' ? navigator.languages[0] : locale, options);
  } catch {
    return new Intl.DateTimeFormat(undefined, options);
  }
};
