import type { FastifyInstance } from 'fastify';
import { fillText, type Brand, type Wording } from '#contract/rules/brand.ts';
import { isOffered } from '#contract/rules/brand-flags.ts';
import { errors } from '#contract/texts/errors.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { openApi, type Listed } from './openapi.ts';

/** `/openapi.json` and `/docs`: the API reference from the registry, without features that the brand lacks. */
export const mountReference = (app: FastifyInstance, { brand, origin }: { brand: Brand; origin: string }): void => {
  const { wording } = brand;
  const at = { title: `${brand.name} API`, origin, wording };
  const listed = allEndpoints()
    .filter(({ endpoint }) => isOffered(brand.flags, endpoint.spec.flag))
    .map((one) => inWording(one, wording));
  // Made at the first request: it takes as long as all else that a start does here.
  let made: string | undefined;
  const document = (): string => (made ??= JSON.stringify(openApi(listed, at)));
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(document()),
  );
  app.get('/docs', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(referencePage(listed, at, request.nonce)),
  );
};

const inWording = ({ endpoint, ...one }: Listed, wording: Wording): Listed => ({
  ...one,
  endpoint: { ...endpoint, spec: { ...endpoint.spec, summary: fillText(endpoint.spec.summary, wording) } },
});

/** The reference as one document without scripts: input, output and access of each call, and all error codes. */
const referencePage = (listed: Listed[], at: ReferenceOptions, nonce: string): string => {
  const paths = openApi(listed, at).paths as Record<string, Record<string, Operation>>;
  const domains = Map.groupBy(listed, ({ domain }) => domain);
  const contents = [...domains.keys()]
    .map((domain) => `<li><a href="#${domain}"><code>${domain}</code></a></li>`)
    .join('');
  const sections = [...domains].map(([domain, found]) => section(domain, found, paths)).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(at.title)}</title>
<link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${style}</style></head><body>
<header><h1>${escape(at.title)}</h1><p>Every call is at <code>${escape(at.origin)}</code>, with
<code>Authorization: Bearer …</code> unless it says otherwise. The same as data:
<a href="/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Contents"><ul>${contents}<li><a href="#errors">errors</a></li></ul></nav>
<main>${sections}${errorTable(at.wording)}</main></body></html>`;
};

type ReferenceOptions = { title: string; origin: string; wording: Wording };

type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Parameter = { name: string; in: string; required?: boolean; schema: unknown };
type Content = Record<string, { schema?: unknown }>;

const section = (domain: string, listed: Listed[], paths: Record<string, Record<string, Operation>>): string =>
  `<section id="${domain}"><h2><code>${domain}</code></h2>${listed.map((one) => call(one, paths)).join('')}</section>`;

const call = ({ domain, name, endpoint }: Listed, paths: Record<string, Record<string, Operation>>): string => {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) return '';
  const access = Object.entries(endpoint.access).map(
    ([place, action]) => `<code>${action}</code>${place === '' ? '' : ` for <code>${place}</code>`}`,
  );
  const replies = Object.entries(operation.responses).filter(([status]) => /^\d+$/.test(status));
  return `<details id="${domain}.${name}"><summary><code class="${endpoint.method}">${endpoint.method}</code>
<code>${escape(endpoint.path)}</code> <span>${escape(endpoint.spec.summary)}</span></summary>
<p>Needs ${access.join(', ')}.${endpoint.spec.idempotent ? ' Honours <code>Idempotency-Key</code>.' : ''}</p>
${parameterTable(operation.parameters)}
${Object.entries(operation.requestBody?.content ?? {})
  .map(([type, { schema }]) => block(`Takes ${type}`, schema))
  .join('')}
${replies
  .map(
    ([status, { content = {} }]) =>
      Object.entries(content)
        .map(([type, { schema }]) => block(`Answers ${status} ${type}`, schema))
        .join('') || `<p>Answers ${status}.</p>`,
  )
  .join('')}
</details>`;
};

const parameterTable = (parameters: Parameter[]): string =>
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Is</th></tr></thead><tbody>${parameters
        .map(
          ({ name, in: place, required, schema }) =>
            `<tr><td><code>${escape(name)}</code>${required ? '' : ' (optional)'}</td><td>${place}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
        )
        .join('')}</tbody></table>`;

const block = (title: string, schema: unknown): string =>
  `<h3>${escape(title)}</h3>${schema ? `<pre tabindex="0"><code>${escape(JSON.stringify(schema, undefined, 1))}</code></pre>` : ''}`;

const errorTable = (wording: Wording): string =>
  `<section id="errors"><h2>errors</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead><tbody>${Object.entries(
    errors,
  )
    .map(
      ([code, [status, title, text]]) =>
        `<tr><td><code>${code}</code></td><td>${String(status)}</td><td>${escape(fillText(`${title}: ${text}`, wording))}</td></tr>`,
    )
    .join('')}</tbody></table></section>`;

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:70rem;margin:0 auto;padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}
details{border-bottom:1px solid light-dark(#ccd3dd,#39424e)}summary span{color:light-dark(#4a5565,#a9b4c2)}
a{color:light-dark(#0b57a4,#7db8ff)}code{font:0.875em ui-monospace,monospace}pre{overflow:auto;max-height:24rem;padding:.75rem;border-radius:.5rem;background:light-dark(#f2f5f9,#171c24)}
table{border-collapse:collapse;display:block;overflow:auto}th,td{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0}`;
