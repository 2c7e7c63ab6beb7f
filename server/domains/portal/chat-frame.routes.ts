import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/kernel/http/email-link-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { withoutTypes } from '#server/kernel/pages/bundle-scripts.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { chatFrameHasOwnOrigin } from './chat-frame.service.ts';

type Deps = Pick<Kernel, 'db' | 'config'>;

const frameScript = withoutTypes(join(import.meta.dirname, '../../../player/chat-frame.ts'));

/**
 * Serves `/embed/chat/primary` and `/secondary`: the frames in which the support widgets run, so that the vendor's
 * script never runs in a page of the portal with access to its tokens. On the portal's origin the frame is sandboxed
 * into an opaque origin; where DELIVERY_URL is another origin, it is served there and may use cookies and storage.
 */
export const mountChatFrame = (app: FastifyInstance, { db, config }: Deps, served: 'portal' | 'delivery'): void => {
  const mayStore = served === 'delivery' && chatFrameHasOwnOrigin(config);
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/embed/chat/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      const { chat_widgets } = await portalSettings(db);
      const widget = name === 'primary' || name === 'secondary' ? chat_widgets[name] : undefined;
      if (!widget || widget.script === '') return refuse('request.notFound');
      return reply
        .header('content-security-policy', framePolicy(request.nonce, widget.script, config.publicUrl, mayStore))
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page(name, widget.script, request.nonce));
    },
  });
};

/** Allows the vendor's script and what it loads from its own origin; only in a frame of the portal's pages. */
const framePolicy = (nonce: string, script: string, publicUrl: string, mayStore: boolean): string => {
  const vendor = originOf(script);
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${vendor}`,
    `style-src 'unsafe-inline' ${vendor}`,
    `img-src data: blob: ${vendor}`,
    `media-src data: blob: ${vendor}`,
    `font-src data: ${vendor}`,
    `connect-src ${vendor} ${vendor.replace(/^http/, 'ws')}`,
    `frame-src ${vendor}`,
    `form-action ${vendor}`,
    'worker-src blob:',
    "base-uri 'none'",
    `frame-ancestors 'self' ${new URL(publicUrl).origin}`,
    `sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox${mayStore ? ' allow-same-origin' : ''}`,
  ].join('; ');
};

/** The URL's origin as a CSP source; 'none' for anything else. */
const originOf = (url: string): string => {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : "'none'";
};

const page = (name: string, script: string, nonce: string): string => `<!doctype html>
<html lang="en" data-name="${name}" data-script="${escapeHtml(script)}"><head><meta charset="utf-8"><title>Chat</title>
<style>html { color-scheme: light } body { margin: 0 } .place { width: fit-content }</style></head>
<body><script type="module" nonce="${nonce}">${frameScript}</script></body></html>
`;
