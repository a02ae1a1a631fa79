import type { Lexicon } from './types.ts';

export const ES: Lexicon = {
  atLeast:
    'al menos|mínimo|mínimo de|como mínimo|min|más de|mas de|por lo menos|superior a|superior al|superiores a|por encima de|mayor de|mayores de|mayor que|mayor a|mayores a|desde|a partir de|no menos de|que superen|de más de|con un mínimo de|arriba de|que pase de|que pasen de',
  atLeastPost:
    'o más|o mas|mínimo|como mínimo|para arriba|pa arriba|en adelante|por lo menos|al menos|y más|de mínimo|min|hacia arriba',
  atMost:
    'como máximo|máximo|máximo de|máx|max|menos de|hasta|por debajo de|inferior a|inferiores a|menor de|menores de|menor que|no más de|no mas de|como mucho|a lo sumo|que no supere|que no superen|que no pase de|por menos de|debajo de|tope|sin pasar de|de menos de|no supere los',
  atMostPost: 'máximo|como máximo|como mucho|o menos|max|máx|a lo sumo|tope|para abajo',
  about:
    'alrededor de|unos|unas|aproximadamente|cerca de|más o menos|en torno a|aprox|casi|sobre|rondando|que ronden|ronde los|sobre los|rondando los|como unos',
  aboutPost: 'más o menos|aprox|aproximadamente|y pico|o así|mas o menos',
  exactly: 'exactamente|justo|exactos|precisamente|justos|clavados',
  between: 'entre',
  from: 'de|desde|a partir de',
  to: 'a|-|–|—|hasta',
  and: 'y|e|&',
  or: 'o|u|/|y/o|o bien',
  but: 'pero|sin embargo|aunque',
  not: 'no|menos de|sin|excepto|salvo|menos|nada de|ni|ningún|ninguno|ninguna|fuera de|a excepción de|que no sea|que no sean|no quiero|pero no|evitar|no en|no sea de|excluyendo|excluye|quitando|exceptuando|tampoco',
  followers: 'seguidor*|suscriptor*|follower*|fans|subs|fan|suscritos|seguidores|subscriptor*',
  engagement:
    'engagement|interacción|tasa de interacción|tasa de engagement|er|interacciones|ratio de interacción|compromiso|nivel de interacción|porcentaje de interacción|engagement rate',
  price:
    'precio|precios|presupuesto|tarifa|tarifas|coste|costo|cuesta|cuesten|cobre|cobren|cobran|pagar|presupuesto de|caché|valor',
  age: 'edad|edades|de edad',
  views:
    'visitas|visita|vistas|visualizaciones|reproducciones|views|visualizaciones de media|vistas promedio|visitas de media|vistas de media|impresiones',
  growth: 'crezcan|crecen|crece|crecimiento|creciendo|que crezcan|que crecen|crecimiento de|suben|que suban',
  rating: 'estrellas|estrella|valoración|puntuación|nota|calificación|valorados|valorado|nota de',
  audience:
    'audiencia|público|seguidores sobre todo|seguidores en|seguidores de|seguidores principalmente|seguidores mayoritariamente|cuyos seguidores|seguidores sean|público en|comunidad|seguidores son|fans en|fans de|suscriptores de|suscriptores en|audiencias',
  mostly: 'sobre todo|principalmente|mayoritariamente|mayoría|la mayoría|en su mayoría|mayormente|mayoritaria',
  lastPost:
    'publique|publicado|publicó|posteado|posteó|activo|activos|activa|activas|último post|ha publicado|que publique|hayan publicado|última publicación|publiquen|publicaron|que hayan publicado|hayan posteado|subido',
  within:
    'en los últimos|últimos|últimas|en un radio de|radio de|radio|a|a menos de|durante los últimos|hace menos de|en las últimas|en el último|último|a unos',
  years: 'años|año|añitos|añeros',
  km: 'km|kms|kilómetro*|quilómetros',
  miles: 'millas',
  day: 'día|días',
  week: 'semana|semanas',
  month: 'mes|meses|al mes|por mes|mensual|mensuales|cada mes|mensualmente',
  halfYear: 'medio año|semestre',
  year: 'año|años',
  quarter: 'un cuarto|cuarta parte|una cuarta parte',
  third: 'un tercio|tercio|tercera parte|una tercera parte',
  half: 'la mitad|mitad',
  twoThirds: 'dos tercios',
  threeQuarters: 'tres cuartos|tres cuartas partes',
  percent: '%|por ciento|porciento',
  nano: 'nano|nano influencer*|nanoinfluencer*|nano-influencer*|nano creador*',
  micro: 'micro|micro influencer*|microinfluencer*|micro-influencer*|micro creador*|microcreador*',
  mid: 'medianos|tamaño medio|cuentas medianas',
  macro: 'macro|macro influencer*|macroinfluencer*|macro-influencer*',
  mega: 'mega|mega influencer*|celebridad*|famosos|famosas|megainfluencer*',
  instagram: 'instagram|insta|ig|instagramer*|instagramer|instagrammer*|bookstagram*|instagramera|instagrameras',
  tiktok: 'tiktok|tik tok|tiktoker*|tiktokero*|tiktokera*|tiktokers|booktok*',
  youtube: 'youtube|youtuber*|yt|canal de youtube|canales de youtube|youtubera*',
  blog: 'blog|blogs|página web',
  ugc: 'ugc|contenido ugc|contenido generado por usuarios',
  reel: 'reel|reels',
  story: 'story|stories|historia|historias|storie|storys',
  post: 'post en el feed|carrusel|carruseles|publicación patrocinada|post patrocinado',
  video: 'vídeo|vídeos|video|videos|vlog|vlogs',
  short: 'shorts|youtube shorts|vídeos cortos|videos cortos',
  photos: 'foto|fotos|fotografías|imágenes',
  article: 'artículo|artículos|reseña escrita',
  female:
    'mujer|mujeres|chica|chicas|femenina|femenino|femeninas|bloguera|blogueras|creadora|creadoras|mamá|mamás|madre|madres|mami|mamis|tiktokera|tiktokeras|youtubera|youtuberas|señoras|señora|muchachas|niñas|chavalas|tías|peluquera|peluqueras|fotógrafa|fotógrafas|influencer mujer|instagramera|instagrameras|maquilladora|maquilladoras|ella|ellas|cocinera|cocineras|bailarina|bailarinas|entrenadora|entrenadoras|diseñadora|diseñadoras|chava|chavas|viajera|viajeras',
  male: 'hombre|hombres|chico|chicos|masculino|masculina|masculinos|tíos|chavales|chaval|papá|papás|varón|varones|muchachos|caballeros|señores|masculinas',
  nonbinary: 'no binario|no binaria|no binarias|no binarie|no binaries|no binarios|no-binario',
  fluent:
    'habla|hablan|hablen|hable|que hablen|que hable|que hablan|que habla|idioma|idiomas|contenido en|hablando|habla de|nativo|nativos|lengua|domine|dominen|vídeos en|videos en|bilingüe',
  inLanguage: 'hablante|hablantes|parlantes|parlante',
  verified:
    'verificado|verificados|verificada|verificadas|perfil verificado|perfiles verificados|datos verificados|cuenta verificada|cuentas verificadas',
  available:
    'disponible|disponibles|disponible ahora|disponibles ahora|libre esta semana|libres esta semana|disponible esta semana|disponibles esta semana|libres|libre|disponibilidad inmediata|disponibles ya|que estén libres',
  contacted:
    'no contactados|no contactados todavía|no contactado|no contactadas|sin contactar|ya contactados|aún no contactados|que no hayamos contactado|todavía no contactados|nunca contactados|no contactada|a los que no hemos contactado|con los que no hemos hablado|no contactados aún',
  cheap:
    'ordenados por precio|ordenadas por precio|ordenar por precio|ordena por precio|barato|baratos|barata|baratas|los más baratos|más baratos|más baratas|más barato|las más baratas|económico|económicos|económica|económicas|asequible|asequibles|no muy caro|no muy cara|no muy caros|no muy caras|que no sean caras|que no sean caros|que no sea caro|que no sea cara|poco presupuesto|bajo presupuesto|bajo costo|low cost|por precio|precio bajo|que no cobre mucho|que no cobren mucho|que no cueste mucho|no tan caro|no tan caros|precio más bajo|buen precio|a buen precio|bueno bonito y barato|no demasiado caro|no demasiado caros|que no salga caro|más económicos|más económico|precios bajos|más económicas',
  cheaper: 'más barato|más baratos|más barata|más baratas|más económico|más económicos',
  engaged:
    'más engagement|los que más engagement tengan|buena interacción|buen engagement|mucho engagement|alto engagement|mejor engagement|más interacción|mucha interacción|alta interacción|mayor engagement|mayor interacción|con más engagement|comprometidos|que más interactúen|engagement alto|gran engagement|comunidad activa|audiencia fiel|con mejor engagement|mejor interacción|los más comprometidos|que tengan buen engagement|ordenar por interacción|ordenar por engagement|ordena por engagement|por interacción|por engagement|ordenados por engagement',
  newest:
    'más recientes|los más recientes|más reciente|primero los más recientes|recientes|más nuevos|los más nuevos|más nuevas|últimos publicados|primero los nuevos|las más recientes',
  biggest:
    'más grandes|los más grandes|con más seguidores|más seguidores|más seguidos|los más seguidos|las más grandes|más grande|los de más seguidores|más populares',
  bigger: 'más grandes|más grande|más seguidores',
  closest:
    'más cercano|más cercanos|los más cercanos|más cerca|por distancia|más próximos|el más cercano|más cercanas|primero los más cercanos',
  best: 'mejor|mejores|los mejores|mejor valorados|mejor valoradas|de calidad|calidad|las mejores|mejor puntuados|top',
  topic:
    'hablen de|hablan de|habla de|que hablen de|que hablan de|que hable de|sobre|acerca de|tema|temática|palabra clave|mencione|mencionen|hashtag|especializados en|especializado en|apasionados de|especialista en|fans de|dedicados a|que traten de|que suban cosas de',
  only: 'solo|sólo|únicamente|solamente|nada más|exclusivamente',
  locative:
    'en|de|cerca de|por|alrededor de|a|desde|del|zona de|por la zona de|vivan en|viva en|ubicados en|basado en|basados en|junto a|al|cerquita de|residentes en',
  with: 'con|que tengan|que tenga|tengan|tenga|que|para|cuyo|cuya|teniendo|y|que tienen',
  stop: 'yo|tú|él|nosotros|el|la|los|las|un|una|unos|unas|lo|al|del|de|a|en|con|por|para|pa|y|o|q|que|se|su|sus|mi|mis|nuestro|nuestra|me|te|le|les|es|son|sea|sean|ser|está|estén|están|hay|ha|han|tener|tengo|tenga|tengan|tienen|busco|buscamos|buscando|buscar|busca|necesito|necesitamos|quiero|queremos|quisiera|dame|muéstrame|muestra|lista|encontrar|encuentra|encuéntrame|porfa|por favor|gracias|hola|buenas|gente|alguien|algún|alguno|alguna|algunos|persona|personas|influencer|influencers|influenciador|influenciadores|creador|creadores|creador de contenido|creadores de contenido|bloguero|blogueros|blogger|bloggers|vlogger|vloggers|cuenta|cuentas|perfil|perfiles|página|páginas|canal|canales|contenido|contenidos|embajador|embajadores|talento|talentos|experto|expertos|colab|colaboración|colaborar|colaboraciones|campaña|campañas|promocionar|promoción|lanzamiento|apertura|abrir|inauguración|marca|nuestra marca|nuevo|nueva|tipo|estilo|rollo|muy|más|mas|menos|bastante|bien|buen|bueno|buena|buenos|hacer|haga|hagan|hace|hacen|esta semana|ahora|hoy|media|promedio|tasa|número|el vídeo|el video|como|parecido|parecidos|parecida|parecidas|similar|similares|igual|mismo|primero|si|ideal|idealmente|preferiblemente|mejor si|también|además|todavía|aún|ya|ser|quien|quienes|cada|redes|redes sociales|ayuda|puedan|pueda|hasta|trabajar|qué|cuál|algo|otros|otro|otra|apasionado|amante|amantes|aficionados|especialistas|especialista|este|esta|estos|estas|ciudad|dólares|euros',
};
