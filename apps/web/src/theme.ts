import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const sea: MantineColorsTuple = [
  '#e8f4fa',
  '#d3e6f1',
  '#a6cde2',
  '#7cc4ea',
  '#4f9fc9',
  '#2f86b5',
  '#1b73a4',
  '#0a5a80',
  '#0b4a6a',
  '#0b3a53',
]

export const theme = createTheme({
  colors: { sea },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  // autoContrast looks at the light scheme's shade only.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    const isPrimary = (input.color ?? 'sea') === 'sea'
    return input.variant === 'filled' && isPrimary ? { ...colours, color: 'var(--on-primary)' } : colours
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  headings: { fontWeight: '650' },
  // Fingers in gloves: nothing to tap is smaller than 44 px.
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 2 } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    // The choices of a closed one are work for nobody.
    Combobox: { defaultProps: { keepMounted: false } },
    Checkbox: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    // A dialog does not move while it opens: a quick tap would miss its button.
    Modal: {
      defaultProps: { centered: true, transitionProps: { transition: 'fade' } },
      // A long name in it would push the cross out of sight.
      styles: { title: { overflowWrap: 'anywhere' } },
    },
    // A header element outside a section would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
})

/**
 * The colours of the public dossier (apps/server/src/share/views/theme.ts). Every text colour has 4.5:1 or more on --page and
 * --card, each status also on its tint. Use these names in CSS modules, never a colour.
 */
const LIGHT = {
  '--page': '#f1f5f8',
  '--card': '#ffffff',
  '--ink': '#0c1c28',
  '--muted': '#475966',
  '--line': '#d5dee5',
  '--accent': '#0a5a80',
  '--on-primary': '#ffffff',
  '--ok': '#14683a',
  '--ok-tint': '#e3f3e9',
  '--soon': '#7a4800',
  '--soon-tint': '#fcefd6',
  '--late': '#a81b14',
  '--late-tint': '#fce7e4',
  '--none': '#4b5c68',
  '--none-tint': '#e9eef2',
}

const DARK: typeof LIGHT = {
  '--page': '#0a131a',
  '--card': '#111e27',
  '--ink': '#e9f0f4',
  '--muted': '#a9bac6',
  '--line': '#283a47',
  '--accent': '#7cc4ea',
  '--on-primary': '#0a131a',
  '--ok': '#6ddaa0',
  '--ok-tint': '#10301f',
  '--soon': '#f5bf62',
  '--soon-tint': '#33260c',
  '--late': '#ff9d93',
  '--late-tint': '#3d1815',
  '--none': '#a9bac6',
  '--none-tint': '#1d2d38',
}

const mantine = (colours: typeof LIGHT) => ({
  ...colours,
  '--mantine-color-body': colours['--card'],
  '--mantine-color-text': colours['--ink'],
  '--mantine-color-dimmed': colours['--muted'],
  '--mantine-color-placeholder': colours['--muted'],
  '--mantine-color-anchor': colours['--accent'],
  '--mantine-color-error': colours['--late'],
  '--mantine-color-default-border': colours['--line'],
})

/** Mantine's greys of the dark scheme (fields, default buttons, what is hovered, tracks) in our blue. */
const DARK_GREYS = {
  '--mantine-color-dark-4': DARK['--line'],
  '--mantine-color-dark-5': DARK['--none-tint'],
  '--mantine-color-dark-6': '#17252f',
  '--mantine-color-dark-7': DARK['--card'],
  '--mantine-color-dark-8': DARK['--page'],
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: mantine(LIGHT),
  dark: { ...mantine(DARK), ...DARK_GREYS },
})
