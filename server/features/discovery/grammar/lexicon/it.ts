import type { Lexicon } from './types.ts';

export const IT: Lexicon = {
  atLeast:
    'almeno|minimo|minimo di|come minimo|min|da|dai|dagli|dalle|più di|piu di|oltre|oltre i|sopra|sopra i|sopra il|superiore a|superiori a|a partire da|non meno di|maggiore di|da almeno|più dei|superi|superino|al di sopra di|sopra ai|sopra gli|over|più del|superiore al|sopra al|che superano',
  atLeastPost: 'in su|o più|minimo|come minimo|almeno|min|in avanti|e oltre|e più|in poi|o piu|o superiore',
  atMost:
    'al massimo|massimo|massimo di|max|meno di|fino a|sotto|sotto i|sotto il|inferiore a|inferiori a|non più di|non oltre|a meno di|entro|entro i|che non superi|che non superino|al di sotto di|sotto gli|under|meno dei|meno del|per meno di|non superiore a|tetto massimo|di meno di|minore di|non più dei',
  atMostPost: 'al massimo|massimo|max|o meno|in giù|come massimo',
  about:
    "circa|intorno a|intorno ai|intorno al|attorno a|attorno ai|sui|sugli|più o meno|approssimativamente|quasi|all'incirca|verso i",
  aboutPost: "circa|più o meno|o giù di lì|all'incirca|suppergiù",
  exactly: 'esattamente|precisamente|giusti|proprio',
  between: 'tra|fra|compreso tra|compresi tra|compresa tra',
  from: 'da|dai|dagli|dalla|dal|a partire da',
  to: 'a|ai|agli|al|-|–|—|fino a|e i|ad',
  and: 'e|ed|&',
  or: 'o|oppure|/|e/o',
  but: 'ma|però|tuttavia',
  not: "fuori|al di fuori di|fuorché|non|senza|tranne|eccetto|niente|no|né|nessun|nessuna|escluso|esclusa|esclusi|escluse|salvo|a parte|fuori da|ad eccezione di|fuorché|evitare|ma non|non a|non in|meno che|all'infuori di",
  followers: 'follower*|iscritti|seguaci|seguito|fan|subs|iscritto|subscriber*|seguac*',
  engagement:
    'engagement|tasso di engagement|interazione|interazioni|coinvolgimento|er|engagement rate|tasso di interazione|tasso di coinvolgimento|interazione media',
  price: 'prezzo|prezzi|budget|tariffa|tariffe|costo|costi|costa|costano|costino|pagare|cachet|compenso|spesa|spendere',
  age: "età|anni di età|fascia d'età|di età|eta",
  views:
    'visualizzazioni|visualizzazione|views|visualizzazioni medie|visualizzazioni in media|visualizzazioni di media|visual|impression*',
  growth: 'crescono|crescita|cresce|in crescita|che crescono|crescita del|crescano|aumentano',
  rating: 'stelle|stella|valutazione|voto|recensioni|valutati|punteggio|rating|valutazioni',
  audience:
    'pubblico|audience|follower soprattutto|follower in|follower principalmente|follower dall|follower dalla|follower sono|i cui follower|follower italiani|follower prevalentemente|fan in|iscritti in|community|follower della|seguaci in|follower provenienti|follower da|seguito in|target',
  mostly:
    'soprattutto|principalmente|maggior parte|la maggior parte|prevalentemente|in maggioranza|per lo più|in prevalenza|perlopiù',
  lastPost:
    'postato|pubblicato|attivo|attivi|attiva|attive|ultimo post|ha postato|hanno postato|abbia postato|abbiano pubblicato|che hanno pubblicato|che abbia pubblicato|ultima pubblicazione|pubblicano',
  within:
    "negli ultimi|nelle ultime|ultimi|ultime|entro|nel raggio di|raggio di|in un raggio di|raggio|nell'ultimo|nell'ultima|a|nel giro di|da meno di",
  years: "anni|anno|enni|anni d'età",
  km: 'km|kms|chilometr*',
  miles: 'miglia',
  day: 'giorni|giorno|gg',
  week: 'settimana|settimane',
  month: 'mese|mesi|al mese|mensile|ogni mese|mensili',
  halfYear: 'mezzo anno|semestre',
  year: 'anno|anni',
  quarter: 'un quarto',
  third: 'un terzo|terzo',
  half: 'metà|la metà',
  twoThirds: 'due terzi',
  threeQuarters: 'tre quarti',
  percent: '%|per cento|percento',
  nano: 'nano|nano influencer*|nanoinfluencer*|nano-influencer*|nano creator*',
  micro: 'micro|micro influencer*|microinfluencer*|micro-influencer*|micro creator*',
  mid: 'medi influencer|profili medi',
  macro: 'macro|macro influencer*|macroinfluencer*|macro-influencer*',
  mega: 'mega|mega influencer*|celebrità|vip|megainfluencer*',
  instagram: 'instagram|insta|ig|instagrammer*|instagramer*|bookstagram*|instagrammatric*|instagrammator*',
  tiktok: 'tiktok|tik tok|tiktoker*|booktok*|tiktokers',
  youtube: 'youtube|youtuber*|yt|canale youtube|canali youtube',
  blog: 'blog|blogs|sito web',
  ugc: 'ugc|contenuti ugc|contenuti generati dagli utenti',
  reel: 'reel|reels',
  story: 'storia|storie|story|stories|storys',
  post: 'post sponsorizzato|carosello|caroselli|post nel feed|post sul feed',
  video: 'video|videos|vlog|filmati',
  short: 'shorts|youtube shorts|video brevi',
  photos: 'foto|fotografie|scatti|immagini',
  article: 'articolo|articoli|recensione scritta',
  female:
    'donna|donne|ragazza|ragazze|femminile|femmina|femmine|mamma|mamme|madre|madri|signora|signore|influencer donna|influencer donne|blogger donna|creatrice|creatrici|truccatrice|truccatrici|fotografa|fotografe|ballerina|ballerine|lei|imprenditrici|tiktoker donna|youtuber donna|sportiva|sportive|atlete|viaggiatrice|viaggiatrici|cuoca|cuoche|mammine',
  male: 'uomo|uomini|ragazzo|ragazzi|maschile|maschi|maschio|papà|padri|padre|lui|signori|babbi|babbo',
  nonbinary: 'non binario|non binaria|non binari|non binarie|non-binary|non-binario|genderfluid',
  fluent:
    'parla|parlano|parli|parlino|che parlano|che parlino|che parla|lingua|lingue|di lingua|contenuti in|madrelingua|parlante|parlanti|video in|bilingue|in lingua|post in',
  inLanguage: 'parlanti|madrelingua|parlante',
  verified:
    'verificato|verificati|verificata|verificate|profilo verificato|profili verificati|dati verificati|account verificato|account verificati|spunta blu',
  available:
    'disponibile|disponibili|disponibile ora|disponibili ora|libero questa settimana|liberi questa settimana|disponibili questa settimana|disponibile questa settimana|libera|liberi|libero|disponibili subito|disponibile subito|libere',
  contacted:
    'mai contattati|mai contattato|mai contattata|non ancora contattati|non contattati|già contattati|non ancora contattato|mai contattate|che non abbiamo contattato|non già contattati|con cui non abbiamo lavorato|che non abbiamo ancora contattato|non ancora contattate',
  cheap:
    'ordina per prezzo|ordinati per prezzo|ordinate per prezzo|economico|economici|economica|economiche|più economici|i più economici|più economico|più economiche|poco costoso|poco costosi|a buon mercato|che non costi troppo|che non costino troppo|che non costi tanto|non troppo caro|non troppo cara|non troppo cari|non troppo care|low cost|meno caro|meno cari|i meno cari|budget basso|budget ridotto|prezzo basso|prezzi bassi|prezzi contenuti|per prezzo|abbordabile|abbordabili|accessibile|accessibili|non caro|non cari|poca spesa|che costa poco|che costano poco|che costi poco|prezzo più basso|piccolo budget|a basso costo|conveniente|convenienti|prezzi modici|meno costosi',
  cheaper: 'più economico|più economici|più economica|meno caro|meno cari|meno costosi|più economiche|meno costoso',
  engaged:
    'più engagement|quelli con più engagement|buon engagement|alto engagement|ottimo engagement|miglior engagement|molto engagement|maggior engagement|buona interazione|tante interazioni|molte interazioni|alta interazione|coinvolgimento alto|più coinvolti|engagement alto|con più interazioni|pubblico fedele|community attiva|engagement elevato|forte engagement|più interazioni|engagement migliore|molto coinvolgenti|ordina per engagement|ordinati per engagement|per engagement|per interazioni|ordina per interazioni',
  newest:
    'più recenti|i più recenti|prima i più recenti|più recente|recenti|ultimi arrivati|più nuovi|i più nuovi|prima i più nuovi|prima i recenti',
  biggest:
    'più grandi|i più grandi|più follower|con più follower|più seguiti|i più seguiti|più grande|più popolari|con più seguito',
  bigger: 'più grandi|più grande|più follower',
  closest:
    'più vicino|più vicini|i più vicini|per distanza|più vicina|prima i più vicini|prima i vicini|in ordine di distanza',
  best: 'migliore|migliori|i migliori|di qualità|qualità|le migliori|meglio recensiti|più votati|valutati meglio|top',
  topic:
    'parlano di|parla di|che parlano di|che parla di|che parlino di|su|riguardo a|a tema|tema|parola chiave|hashtag|menzionano|citano|specializzati in|appassionati di|appassionato di|specializzato in|che trattano di|argomento|parli di|che parli di',
  only: 'solo|soltanto|solamente|unicamente|esclusivamente',
  locative:
    'a|in|di|da|vicino a|nei pressi di|su|zona|dintorni di|nella|nel|ad|della|del|dalla|provincia di|residenti a|che vivono a|vive a|basato a|con base a|presso|intorno a|attorno a|dei|area di|nei dintorni di',
  with: 'con|che hanno|che ha|per|il cui|la cui|avente|e|che|x',
  stop: "io|noi|voi|loro|il|lo|la|i|gli|le|l'|un|uno|una|un'|del|dello|della|dell'|dei|degli|delle|di|a|al|alla|alle|ai|agli|da|dal|dalla|in|nel|nella|nei|con|su|sul|sulla|sui|per|x|tra|fra|e|ed|o|che|chi|cui|si|mi|ti|ci|è|sono|sia|siano|ha|hanno|ho|abbiamo|essere|avere|abbia|cerco|cerchiamo|cercasi|cercando|cercare|trova|trovami|trovare|voglio|vogliamo|vorrei|vorremmo|mi serve|serve|servono|bisogno|mostra|mostrami|dammi|lista|per favore|perfavore|grazie|ciao|salve|buongiorno|gente|qualcuno|qualche|alcuni|persone|persona|influencer|influencers|creator|creators|creatore|creatori|creatore di contenuti|content creator|blogger|bloggers|vlogger|vloggers|profilo|profili|pagina|pagine|account|canale|canali|contenuti|contenuto|ambassador|talent|talenti|esperto|esperti|collaborazione|collaborazioni|collab|collaborare|campagna|campagne|promuovere|promozione|lancio|apertura|aprire|brand|marchio|nuovo|nuova|tipo|genere|stile|molto|più|piu|meno|abbastanza|troppo|bene|buon|buono|buona|fare|fa|fanno|faccia|facciano|questa settimana|ora|adesso|oggi|media|medie|medio|in media|tasso|numero|a video|al video|come|simile|simili|stesso|uguale|prima|se possibile|idealmente|preferibilmente|anche|già|ancora|ogni|social|aiuto|possa|possono|lavorare|quale|qualcosa|altri|altro|mio|mia|nostro|nostra|suo|sua|tuo|quelli|quelle|quello|appassionato|appassionati|amanti|amante|specialista|specialisti|d'|tutti|tutte|nostri|miei|persone che|città|negli|dagli|sugli|nelle|sulle|sull'|dall'|all'|apriamo|vorremmo aprire",
};
