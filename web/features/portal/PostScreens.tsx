import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { postQuery } from './content-queries.ts';
import { PostForm } from './PostForm.tsx';

const route = getRouteApi('/shell/portal/posts/$postKey/edit');

/** `/portal/posts/create` */
export const PostCreateScreen = () => {
  const done = useDone('Post published.');
  return (
    <>
      <PageHeader title="New post" description="Shown to the target audience until dismissed" />
      <PostForm onDone={done} />
    </>
  );
};

/** `/portal/posts/{postKey}/edit` */
export const PostEditScreen = () => {
  const { postKey } = route.useParams();
  const { data: post } = useSuspenseQuery(postQuery(postKey));
  const done = useDone('Post saved.');
  return (
    <>
      <PageHeader title="Edit post" description={post.title} />
      <PostForm key={post.key} post={post} onDone={done} />
    </>
  );
};

const useDone = (text: string) => {
  const navigate = useNavigate();
  return (isSaved: boolean): void => {
    if (isSaved) toastSuccess(text);
    void navigate({ to: '/portal/posts' });
  };
};
