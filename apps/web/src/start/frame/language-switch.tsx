import { Button } from '@mantine/core'
import { usePreferences } from '../../format/preferences.ts'
import { LANGUAGES, type Language } from '../../texts/languages.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import classes from './entry-frame.module.css'

/** Each language under its own name, so that whoever reads none of the others finds it. */
export function LanguageSwitch() {
  const { start } = useFirstTexts()
  const { preferences, change } = usePreferences()
  return (
    <nav aria-label={start.language} className={classes.languages}>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <Button
          key={language}
          variant="subtle"
          size="md"
          lang={language}
          aria-pressed={preferences.language === language}
          td={preferences.language === language ? 'underline' : undefined}
          onClick={() => change({ language })}
        >
          {LANGUAGES[language].name}
        </Button>
      ))}
    </nav>
  )
}
