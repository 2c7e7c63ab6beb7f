import type { AnyEndpoint } from './http.ts';

type Atom = string | number | boolean | null | undefined;

/** The input of a call, without its types. */
export type Request = {
  params?: Record<string, Atom> | undefined;
  query?: Record<string, Atom | readonly Atom[]> | undefined;
  body?: unknown;
  fields?: Record<string, Atom> | undefined;
  file?: Blob | undefined;
};

/** The URL of a call: keys filled into the path, repeated queries repeated, undefined values left out. */
export const requestUrl = (endpoint: AnyEndpoint, request: Request): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
};

/** The body of a call: JSON as text, or a form with its fields, its JSON and its file. */
export const buildBody = (endpoint: AnyEndpoint, request: Request): string | FormData | undefined => {
  const { form } = endpoint.spec;
  if (!form) return request.body === undefined ? undefined : JSON.stringify(request.body);
  const data = new FormData();
  for (const [name, value] of Object.entries(request.fields ?? {}))
    if (value !== undefined) data.append(name, String(value));
  if (form.json && request.body !== undefined) data.append(form.json.field, JSON.stringify(request.body));
  if (form.file && request.file) data.append(form.file.field, request.file);
  return data;
};
