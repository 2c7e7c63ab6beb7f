import { Anchor, Button, CloseButton, Text, Title } from '@mantine/core';
import type { Post } from '#contract/api/portal.ts';
import classes from './PostView.module.css';
import { Picture } from '#web/ui/Picture.tsx';
import { RichText } from '#web/ui/RichText.tsx';

type PostViewProps = {
  post: Pick<Post, 'title' | 'contentHtml' | 'format' | 'image' | 'imageTargetUrl'>;
  onDismiss?: () => void;
};

/** A post as a large card, a small row or a banner. */
export const PostView = ({ post, onDismiss }: PostViewProps) => (
  <article className={classes.root} data-format={post.format} aria-label={post.title}>
    {post.image !== null && <PostPicture src={post.image} to={post.imageTargetUrl} />}
    <div className={classes.words}>
      <Title order={2} size={post.format === 'large' ? 'h3' : 'h5'}>
        {post.title}
      </Title>
      <RichText html={post.contentHtml} inline={post.format !== 'large'} />
      {post.imageTargetUrl !== '' && post.format === 'large' && (
        <Button
          component="a"
          href={post.imageTargetUrl}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          mt="md"
        >
          Read more
        </Button>
      )}
      {post.imageTargetUrl !== '' && post.format !== 'large' && (
        <Text size="sm" mt={4}>
          <Anchor href={post.imageTargetUrl} target="_blank" rel="noreferrer" underline="always">
            Read more
          </Anchor>
        </Text>
      )}
    </div>
    {onDismiss && <CloseButton className={classes.close} onClick={onDismiss} aria-label={`Dismiss “${post.title}”`} />}
  </article>
);

/** The image of a post, linked for pointers only, because the text link serves everyone. */
const PostPicture = ({ src, to }: { src: string; to: string }) =>
  to === '' ? (
    <Picture className={classes.image} src={src} />
  ) : (
    <a className={classes.image} href={to} target="_blank" rel="noreferrer" tabIndex={-1} aria-hidden>
      <Picture src={src} />
    </a>
  );
