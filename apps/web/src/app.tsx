import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Preferences, PreferencesContext, storePreferences } from './format/preferences.ts'
import type { AppRouter } from './router.tsx'
import type { FirstTexts } from './texts/en-first.ts'
import { allTexts, LANGUAGES } from './texts/languages.ts'
import { TextsContext } from './texts/use-texts.ts'
import { cssVariables, theme } from './theme.ts'

interface AppProps {
  queries: QueryClient
  router: AppRouter
  preferences: Preferences
  /** The first texts of the preferences' language. */
  texts: FirstTexts
}

/** What every page stands on: its texts, preferences, theme, data and router. */
export function App({ queries, router, ...initial }: AppProps) {
  const [{ preferences, texts }, set] = useState(initial)
  const change = useCallback(
    async (wanted: Partial<Preferences>) => {
      const next = { ...preferences, ...wanted }
      const [texts] = await Promise.all([LANGUAGES[next.language].first(), allTexts(next.language)])
      storePreferences(next)
      // What is shown stays until the other language is there.
      startTransition(() => set({ preferences: next, texts }))
    },
    [preferences],
  )
  useLayoutEffect(() => document.getElementById('splash')?.remove(), [])
  useEffect(() => {
    document.documentElement.lang = preferences.language
  }, [preferences.language])
  const context = useMemo(() => ({ preferences, change }), [preferences, change])
  return (
    <PreferencesContext value={context}>
      <TextsContext value={texts}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </TextsContext>
    </PreferencesContext>
  )
}
