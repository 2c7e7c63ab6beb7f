import type { Episode } from '#contract/api/episode.ts';
import { duration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './EpisodeScreen.module.css';
import { episodePlayback, useEpisodePlayback } from './shared/episode-playback.ts';

/** The chapters of an episode; clicking one plays from its start. */
export const ChapterList = ({ episode }: { episode: Episode }) => {
  const { at, status } = useEpisodePlayback(episode.key);
  const current = status === 'stopped' ? -1 : episode.chapters.findLastIndex(({ start }) => start <= at + 0.05);
  return (
    <Surface title="Chapters">
      <ol className={classes.chapters} aria-label="Chapters">
        {episode.chapters.map(({ start, title }, i) => (
          <li key={start}>
            <button
              type="button"
              className={classes.chapter}
              aria-current={i === current || undefined}
              onClick={() => void episodePlayback.play(episode.podcast, episode.key, start)}
            >
              <span className="numbers">{duration(start)}</span>
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </Surface>
  );
};
