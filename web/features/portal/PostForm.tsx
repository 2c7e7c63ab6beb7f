import { NativeSelect, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ChangedPost, type Post } from '#contract/api/portal.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSavePost } from './content-queries.ts';
import { HtmlField } from '#web/ui/form/HtmlField.tsx';
import { DateTimeField } from './DateTimeField.tsx';
import classes from './PostForm.module.css';
import type { PostFormModel } from './PostRulesFields.tsx';
import { PostView } from '#web/features/posts/shared/PostView.tsx';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';

const PostRulesFields = lazy(() =>
  loadChunk(() => import('./PostRulesFields.tsx')).then((part) => ({ default: part.PostRulesFields })),
);

/** The form's additional rules: a post ends after its start and its publish date. */
const PostFormSchema = ChangedPost.check(
  z.refine(
    ({ startSending, stopSending }) =>
      startSending === null || stopSending === null || Date.parse(startSending) < Date.parse(stopSending),
    { path: ['stopSending'], message: 'The end must be after the start.' },
  ),
  z.refine(
    ({ publishDate, stopSending }) =>
      publishDate === null || stopSending === null || Date.parse(publishDate) < Date.parse(stopSending),
    { path: ['stopSending'], message: 'The end must be after the publish date.' },
  ),
);

type PostFormProps = { post?: Post; onDone: (isSaved: boolean) => void };

/** The form of a post with a preview. */
export const PostForm = ({ post, onDone }: PostFormProps) => {
  const save = useSavePost(post?.key);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const picked = usePickedImage();
  const form: PostFormModel = useContractForm(PostFormSchema, valuesOf(post));
  const { control, formState, register } = form;
  const [isSaved, setSaved] = useState(false);
  const isImageRemoved = useWatch({ control, name: 'removeImage' }) === true;
  const image = picked.url ?? (isImageRemoved ? null : (post?.image ?? null));
  useEffect(() => {
    if (isSaved) onDone(true);
  }, [isSaved, onDone]);
  return (
    <div className={classes.root}>
      <Surface>
        <ContractForm
          form={form}
          {...(!post && { submit: 'Publish' })}
          onSubmit={async (values) => {
            await save.mutateAsync({ ...values, file: picked.file, idempotencyKey });
            form.reset(values);
            picked.drop();
            setSaved(true);
          }}
          onCancel={() => onDone(false)}
          isTouched={picked.file !== undefined}
          onDiscard={picked.drop}
        >
          <TextInput {...register('title')} label="Title" required error={formState.errors.title?.message} />
          <HtmlField control={control} name="contentHtml" label="Text" />
          <NativeSelect
            {...register('format')}
            label="Format"
            data={[
              { value: 'large', label: 'Large: card with image' },
              { value: 'small', label: 'Small: row' },
              { value: 'banner', label: 'Banner: line at the top' },
            ]}
          />
          <ImageField
            label="Image"
            name="?"
            src={image}
            onUpload={(chosen) => {
              picked.pick(chosen);
              form.setValue('removeImage', false, { shouldDirty: true });
            }}
            onRemove={() => {
              picked.drop();
              form.setValue('removeImage', post?.image !== null && post !== undefined, { shouldDirty: true });
            }}
          />
          <TextInput
            {...register('imageTargetUrl')}
            type="url"
            label="Link"
            description="URL for the image and “Read more”"
            error={formState.errors.imageTargetUrl?.message}
          />
          <DateTimeField
            control={control}
            name="publishDate"
            label="Publish date"
            description="Shown on the post, which stays hidden until then. Defaults to when it is first shown"
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateTimeField
              control={control}
              name="startSending"
              label="Shown from"
              description="Leave empty to start now"
            />
            <DateTimeField
              control={control}
              name="stopSending"
              label="Shown until"
              description="Leave empty for no end date"
            />
          </SimpleGrid>
          <Suspense fallback={<Skeleton h={280} radius="lg" role="status" aria-label="Loading" />}>
            <PostRulesFields form={form} />
          </Suspense>
        </ContractForm>
      </Surface>
      <Preview form={form} image={image} />
    </div>
  );
};

const Preview = ({ form, image }: { form: PostFormModel; image: string | null }) => {
  const [title, contentHtml, format, imageTargetUrl] = useWatch({
    control: form.control,
    name: ['title', 'contentHtml', 'format', 'imageTargetUrl'],
  });
  return (
    <Stack gap="xs" className={classes.preview} role="region" aria-label="Preview">
      <Text fw={600} size="sm">
        Preview
      </Text>
      <PostView
        post={{
          title: title || 'Title',
          contentHtml: contentHtml || '<p>Text</p>',
          format: format ?? 'large',
          imageTargetUrl: imageTargetUrl ?? '',
          image,
        }}
      />
    </Stack>
  );
};

const valuesOf = (post: Post | undefined): z.input<typeof ChangedPost> => ({
  title: post?.title ?? '',
  contentHtml: post?.contentHtml ?? '',
  format: post?.format ?? 'large',
  imageTargetUrl: post?.imageTargetUrl ?? '',
  startSending: post?.startSending ?? null,
  stopSending: post?.stopSending ?? null,
  publishDate: post?.publishDate ?? null,
  rules: post?.rules ?? {
    browserLanguage: { isNegated: false, values: [] },
    plans: { isNegated: false, values: ['FREE'] },
  },
  removeImage: false,
});
