import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { newBlock, type SiteBlock } from '#contract/api/site-blocks.ts';
import type { Site, SitePage } from '#contract/api/site.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { blockLabels } from './block-labels.ts';
import { BlockForm } from './BlockForm.tsx';
import { BlockList } from './BlockList.tsx';
import { errorsBelow } from './field-errors.ts';
import { PageFields } from './PageFields.tsx';
import { SiteFields } from './SiteFields.tsx';
import { SitePreview } from './SitePreview.tsx';
import { SiteTools } from './SiteTools.tsx';
import { useSiteChoices } from './use-site-choices.ts';
import { useSiteDraft } from './use-site-draft.ts';
import { useSiteSaving } from './use-site-saving.ts';
import classes from './Editor.module.css';

const PublishDialog = lazy(() =>
  loadChunk(() => import('./PublishDialog.tsx')).then((part) => ({ default: part.PublishDialog })),
);

const route = getRouteApi('/shell/accounts/$accountKey/microsite/editor');

/** The editor of a site: its pages and blocks, the form of a block, and the page as it will look. */
export const SiteEditor = ({ opened }: { opened: Site }) => {
  const { accountKey } = route.useParams();
  const { page: wanted = 0, block: selected } = route.useSearch();
  const navigate = route.useNavigate();
  const [isReviewing, setReviewing] = useState(false);
  const edited = useSiteDraft(opened);
  const { content } = edited.draft;
  const choices = useSiteChoices(accountKey);
  const readOnly = !useMay('account.writeSite', { accountKey });
  const current = Math.min(wanted, content.pages.length - 1);
  const page = content.pages[current]!;
  const block = page.blocks.find(({ id }) => id === selected);
  const show = (next: { page?: number; block?: string | undefined }): void =>
    void navigate({ search: { page: next.page ?? current, block: next.block }, replace: true });
  const setPages = (pages: SitePage[], mark: string): void =>
    edited.change(({ slug, content: before }) => ({ slug, content: { ...before, pages } }), mark);
  const setBlocks = (blocks: SiteBlock[], mark = ''): void =>
    setPages(content.pages.with(current, { ...page, blocks }), mark);

  const { site, errors, isSaving, isPublishing, replace, save, publish } = useSiteSaving({
    ...{ accountKey, opened, edited },
    onError: ({ page: at, block: index }) =>
      show({ page: at, block: index === undefined ? undefined : content.pages[at]?.blocks[index]?.id }),
  });
  const saveDraft = async (): Promise<void> => {
    if (await save()) toastSuccess('Draft saved. Visitors see it once you publish it.');
  };
  const reviewDraft = async (): Promise<void> => setReviewing(await save());
  const path = `draft.pages.${current}`;
  const wrong = new Set(
    page.blocks.flatMap(({ id }, i) =>
      Object.keys(errorsBelow(errors, `${path}.blocks.${i}`)).length > 0 ? [id] : [],
    ),
  );
  const at = block ? page.blocks.indexOf(block) : -1;
  return (
    <>
      <SiteTools
        accountKey={accountKey}
        site={site}
        edited={edited}
        readOnly={readOnly}
        isSaving={isSaving}
        isPublishing={isPublishing}
        onSave={() => void saveDraft()}
        onPublish={() => void reviewDraft()}
        onReplaced={replace}
      />
      <div className={classes.editor}>
        <div className={classes.form}>
          <Surface title="Pages">
            <PageFields
              pages={content.pages}
              current={current}
              errors={errorsBelow(errors, path)}
              readOnly={readOnly}
              onSelect={(next) => show({ page: next })}
              onChange={setPages}
            />
          </Surface>
          <Surface title="Blocks" description="From the top of the page to the bottom">
            <BlockList
              blocks={page.blocks}
              selected={selected}
              wrong={wrong}
              readOnly={readOnly}
              onSelect={(id) => show({ block: id === selected ? undefined : id })}
              onMove={(from, to) => setBlocks(page.blocks.toSpliced(from, 1).toSpliced(to, 0, page.blocks[from]!))}
              onRemove={(id) => setBlocks(page.blocks.filter((one) => one.id !== id))}
              onAdd={(type) => {
                const added = newBlock(type, crypto.randomUUID());
                setBlocks([...page.blocks, added]);
                show({ block: added.id });
              }}
            />
          </Surface>
          {block && (
            <Surface title={blockLabels[block.type].name} description={blockLabels[block.type].about}>
              <BlockForm
                key={block.id}
                block={block}
                accountKey={accountKey}
                choices={choices}
                errors={errorsBelow(errors, `${path}.blocks.${at}`)}
                readOnly={readOnly}
                onChange={(next, field) =>
                  setBlocks(page.blocks.with(at, next), field === '' ? '' : `${block.id}.${field}`)
                }
              />
            </Surface>
          )}
        </div>
        <div className={classes.result}>
          <SitePreview accountKey={accountKey} content={content} page={page.path} />
        </div>
        <div className={classes.site}>
          <Surface title="Site">
            <SiteFields
              accountKey={accountKey}
              draft={edited.draft}
              prefix={`${new URL(site.url).origin}/sites/…`}
              errors={errors}
              readOnly={readOnly}
              onChange={(next, mark) => edited.change(() => next, mark)}
            />
          </Surface>
        </div>
      </div>
      <Suspense>
        {isReviewing && (
          <PublishDialog
            published={site.published}
            draft={site.draft}
            busy={isPublishing}
            onPublish={() => publish(() => setReviewing(false))}
            onClose={() => setReviewing(false)}
          />
        )}
      </Suspense>
      <UnsavedGuard when={edited.isDirty && !isSaving} />
    </>
  );
};
