import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A website that is not ours. */
export type Website = { url: string; close(): void };

/**
 * A website with these bodies by path, which may be changed while it runs. It is as strict as one can be that allows a player's script
 * and frame; where the frame's own code stands (`/`, `/two`), or one that keeps a place (`/room`), it also allows styles.
 */
export const openWebsite = async (portal: string, pages: Readonly<Record<string, string>>): Promise<Website> => {
  const server = createServer(({ url }, reply) => {
    const path = new URL(url ?? '/', 'http://x').pathname;
    reply.setHeader('content-type', 'text/html');
    const styles = ['/', '/two', '/room'].includes(path) ? "; style-src 'unsafe-inline'" : '';
    reply.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${portal}; frame-src ${portal}; connect-src ${portal}${styles}`,
    );
    reply.end(`<!doctype html><html lang="de"><title>Blog</title><h1>My blog</h1>${pages[path] ?? ''}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, close: () => void server.close() };
};

/** The frame of a player in a page. */
export const frameOfPlayer = async (page: Page, key: string): Promise<Frame> => {
  const find = (): Frame | undefined => page.frames().find((one) => one.url().includes(`/embed/${key}`));
  await expect.poll(() => find() !== undefined).toBe(true);
  return find()!;
};

/** As in a website that allows no inline styles. */
export const withoutStyles = (code: string): string => code.replaceAll(/ style="[^"]*"/g, '');
