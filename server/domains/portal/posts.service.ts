import type * as z from 'zod/mini';
import type { ChangedPost, NewPost, Post, PostRules } from '#contract/api/portal.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deleteImage, imageUrl, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import {
  changePostRow,
  findPost,
  insertPost,
  listPosts,
  lockPost,
  publishedAt,
  removePostRow,
  type PostRow,
} from './posts.repo.ts';
import { deleteSeenMarks, seenCounts } from './seen.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'> & ImagesDeps;
type File = Pick<UploadedFile, 'path'> | undefined;

const shape = { width: 1600, height: 900, fit: 'contain' } as const;

/** The latest 200 posts, shown or not, and how many users have seen each. */
export const posts = async ({ db }: Deps): Promise<Post[]> => {
  const rows = await listPosts(db);
  const seenBy = await seenCounts(
    db,
    'post',
    rows.map(({ key }) => key),
  );
  return rows.map((row) => present(row, seenBy.get(row.key) ?? 0));
};

/** One post. Refuses `post.notFound`. */
export const post = async ({ db }: Deps, key: string): Promise<Post> => {
  const row = (await findPost(db, key)) ?? refuse('post.notFound');
  return present(row, (await seenCounts(db, 'post', [key])).get(key) ?? 0);
};

/** Adds a post with sanitised HTML and its image scaled to fit within 1600 × 900. */
export const addPost = async (deps: Deps, body: z.output<typeof NewPost>, file: File): Promise<Post> => {
  const columns = columnsOf(body);
  const now = deps.clock.now();
  const image = file ? await storeImage(deps, 'post', file.path, shape) : null;
  return await orDeleteImage(deps, image, () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await insertPost(tx, { ...columns, image, created: now, updated: now });
      await notifyInbox(deps.events, tx, 'everyone');
      return present(row, 0);
    }),
  );
};

/** Changes a post; a file replaces its image, `removeImage` removes it. Refuses `post.notFound`. */
export const changePost = async (
  deps: Deps,
  key: string,
  { removeImage, ...body }: z.output<typeof ChangedPost>,
  file: File,
): Promise<Post> => {
  const columns = columnsOf(body);
  if (!(await findPost(deps.db, key))) refuse('post.notFound');
  const image = file ? await storeImage(deps, 'post', file.path, shape) : null;
  const replacesImage = removeImage || image !== null;
  const before = await orDeleteImage(deps, image, () =>
    deps.db.transaction().execute(async (tx) => {
      const found = (await lockPost(tx, key)) ?? refuse('post.notFound');
      const updated = deps.clock.now();
      const publish_date = isOwnDate(found, columns.publish_date) ? null : columns.publish_date;
      await changePostRow(tx, key, { ...columns, publish_date, updated, ...(replacesImage ? { image } : {}) });
      await notifyInbox(deps.events, tx, 'everyone');
      return found.image;
    }),
  );
  if (replacesImage) await deleteImage(deps, before);
  return await post(deps, key);
};

/** Deletes a post with its image and its seen marks. Refuses `post.notFound`. */
export const removePost = async (deps: Deps, key: string): Promise<undefined> => {
  const removed = await deps.db.transaction().execute(async (tx) => {
    const row = (await removePostRow(tx, key)) ?? refuse('post.notFound');
    await deleteSeenMarks(tx, 'post', key);
    await notifyInbox(deps.events, tx, 'everyone');
    return row;
  });
  await deleteImage(deps, removed.image);
};

/** Deletes the new image if its post could not be stored. */
const orDeleteImage = async <T>(deps: Deps, image: string | null, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    await deleteImage(deps, image);
    throw error;
  }
};

/** Whether a post without a date was sent back with the date it shows. */
const isOwnDate = (before: PostRow, date: Date | null): boolean =>
  before.publish_date === null && date?.getTime() === publishedAt(before).getTime();

const columnsOf = (body: z.output<typeof NewPost>) => {
  const start = body.startSending === null ? null : new Date(body.startSending);
  const stop = body.stopSending === null ? null : new Date(body.stopSending);
  if (stop && start && stop <= start)
    refuse('request.invalid', {}, { stopSending: 'The end must be later than the start.' });
  const publish = body.publishDate === null ? null : new Date(body.publishDate);
  if (stop && publish && stop <= publish)
    refuse('request.invalid', {}, { stopSending: 'The end must be later than the publish date.' });
  return {
    title: body.title,
    content_html: cleanHtml(body.contentHtml),
    format: body.format,
    image_target_url: body.imageTargetUrl,
    start_sending: start,
    stop_sending: stop,
    publish_date: publish,
    rules: JSON.stringify(body.rules),
  };
};

const present = (row: PostRow, seenBy: number): Post => ({
  key: row.key,
  title: row.title,
  contentHtml: row.content_html,
  format: row.format,
  image: imageUrl(row.image),
  imageTargetUrl: row.image_target_url,
  startSending: row.start_sending?.toISOString() ?? null,
  stopSending: row.stop_sending?.toISOString() ?? null,
  publishDate: publishedAt(row).toISOString(),
  rules: row.rules as PostRules,
  seenBy,
});
