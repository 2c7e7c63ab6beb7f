export type Page = { status: number; url: string; text: string; headers: Headers };

/**
 * A minimal browser over fetch: cookies by path, redirects within the portal, form submission; `sent` are headers of
 * every request.
 */
export const testBrowser = (origin: string, sent: Record<string, string> = {}) => {
  const jar = new Map<string, { name: string; value: string; path: string }>();

  const keep = (headers: Headers, url: URL): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? url.pathname;
      const expires = attributes.find((part) => /^expires=/i.test(part))?.slice(8);
      if (value === '' || (expires && Date.parse(expires) < Date.now())) jar.delete(`${path} ${name}`);
      else jar.set(`${path} ${name}`, { name, value, path });
    }
  };
  const cookies = (url: URL): string =>
    [...jar.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  /** One request, without following redirects. */
  const once = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const headers = { ...sent, ...(init.headers as Record<string, string> | undefined), cookie: cookies(url) };
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(reply.headers, url);
    return reply;
  };

  /** Follows redirects below `/realms/`; stops at a URL of the portal itself, which it returns as `url`. */
  const follow = async (address: string, init?: RequestInit): Promise<Page> => {
    let url = new URL(address, origin);
    let reply = await once(url.href, { headers: { accept: 'text/html' }, ...init });
    while (reply.headers.has('location')) {
      url = new URL(reply.headers.get('location') ?? '', url);
      if (!url.pathname.startsWith('/realms/')) break;
      reply = await once(url.href, { headers: { accept: 'text/html' } });
    }
    return { status: reply.status, url: url.href, text: await reply.text(), headers: reply.headers };
  };

  return {
    once,
    open: (address: string) => follow(address),
    /** Posts the page's form with these fields in addition to its hidden ones. */
    submit(page: Page, fields: Record<string, string> = {}): Promise<Page> {
      const action = unescapeHtml(/<form[^>]* action="([^"]*)"/.exec(page.text)?.[1] ?? '');
      const body = new URLSearchParams({ ...hiddenFields(page.text), ...fields });
      return follow(new URL(action, page.url).href, {
        method: 'POST',
        body,
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      });
    },
    cookies: jar,
  };
};

export type TestBrowser = ReturnType<typeof testBrowser>;

const hiddenFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  );

/** Decodes the HTML entities of a text. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll('&amp;', '&').replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
